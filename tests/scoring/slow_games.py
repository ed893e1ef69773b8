"""Add Up, Tric-Trac Royal and Code 777 once more, slowly and differently."""

from itertools import chain


def covers(open_numbers: list[int], first: int, second: int) -> set[tuple[int, ...]]:
    """Every set of open numbers a throw may cover: each of the 511 sets of nine is tried."""
    found = set()
    for mask in range(1, 512):
        chosen = tuple(number for number in range(1, 10) if mask >> (number - 1) & 1)
        if set(chosen) <= set(open_numbers) and sum(chosen) in (first, second, first + second):
            found.add(chosen)
    return found


def answer(question: int, racks: list[list[str]], at_least: bool = False) -> int | str:
    """The truthful answer to a question from racks of cards written as “7 blue”."""
    numbers = [[int(card[0]) for card in rack] for rack in racks]
    colours = [[card[2:] for card in rack] for rack in racks]
    cards = list(chain.from_iterable(racks))
    seen = list(chain.from_iterable(colours))

    def more(first: int, second: int) -> str:
        return "first" if first > second else "second" if second > first else "same"

    match question:
        case 1:
            return len([rack for rack in numbers if sum(rack) > 17])
        case 2:
            return len([rack for rack in numbers if (sum(rack) > 11 if at_least else sum(rack) < 13)])
        case 3:
            return len([rack for rack in racks if any(a[0] == b[0] and a != b for a in rack for b in rack)])
        case 4:
            return len([rack for rack in colours if rack[0] != rack[1] != rack[2] != rack[0]])
        case 5:
            return len([rack for rack in numbers if sum(number % 2 for number in rack) in (0, 3)])
        case 6:
            return len([rack for rack in racks if rack[0] in rack[1:] or rack[1] == rack[2]])
        case 7:
            return len([rack for rack in numbers if "".join(map(str, sorted(rack))) in "1234567"])
        case 8:
            return len(dict.fromkeys(seen))
        case 9:
            return len([colour for colour in dict.fromkeys(seen) if seen.count(colour) > 2])
        case 10:
            return len([number for number in "1234567" if not any(card[0] == number for card in cards)])
        case 11:
            return cards.count("1 green") + cards.count("5 black") + cards.count("7 pink")
        case 12:
            return more(cards.count("3 black"), cards.count("6 pink"))
        case 13:
            return more(cards.count("6 green"), cards.count("7 yellow"))
        case 14:
            return more(cards.count("2 yellow"), cards.count("7 yellow"))
        case 15:
            return more(cards.count("6 pink"), cards.count("6 green"))
        case 16:
            return more(cards.count("7 blue"), cards.count("7 yellow") + cards.count("7 pink"))
    first, second = {
        17: ("brown", "blue"),
        18: ("red", "pink"),
        19: ("green", "blue"),
        20: ("yellow", "pink"),
        21: ("black", "brown"),
        22: ("black", "red"),
        23: ("green", "yellow"),
    }[question]
    return more(seen.count(first), seen.count(second))
