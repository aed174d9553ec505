//! Betza notation (XBetza) to movements.
