"""Reading Code 777: racks of coloured numbers, and question cards."""
