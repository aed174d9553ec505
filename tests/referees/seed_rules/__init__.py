"""The rules of four seed variants in plain Python, written from the numbered rules (CH-, EN-, MM-, SH-, EM-) alone."""

from .empire import Empire
from .en_chess import EnChess
from .megaman import MegaMan
from .shocking import Shocking

VARIANTS = {
    variant.name: variant
    for variant in (EnChess("en-chess"), EnChess("en-chess-tbd", free_double_step=True), MegaMan(), Shocking(), Empire())
}
