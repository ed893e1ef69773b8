"""Reading a Tric-Trac box: the dice on its felt and its nine numbers."""
