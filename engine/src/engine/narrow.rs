//! From rules that are compiled for the widest board to rules for the actual board.
//!
//! Rules are compiled once, in sets of the widest kind. A type with such sets names their fields
//! beside its declaration ([`narrow!`](crate::engine::narrow::narrow)). This file does not know the
//! meaning of the sets.

use super::width::{Wide, Width};
use crate::board::{Square, convert};
use crate::rules::BySide;

/// A value that holds wide sets of squares.
pub(crate) trait Narrow: Sized {
    /// The same type with sets of another width.
    type To<B: Width>;

    /// The same in sets that are just wide enough.
    fn narrow<B: Width>(self) -> Self::To<B>;
}

/// A width to which compiled rules are brought. In the widest sets they stay as they are.
pub(crate) trait Fit: Width {
    /// The compiled rules, in sets of this width.
    fn fit<T: Narrow<To<Wide> = T>>(wide: T) -> T::To<Self>;
}

impl Fit for u64 {
    fn fit<T: Narrow>(wide: T) -> T::To<Self> {
        wide.narrow()
    }
}

impl Fit for u128 {
    fn fit<T: Narrow>(wide: T) -> T::To<Self> {
        wide.narrow()
    }
}

impl Fit for Wide {
    fn fit<T: Narrow<To<Self> = T>>(wide: T) -> T {
        wide
    }
}

impl Narrow for Wide {
    type To<B: Width> = B;

    fn narrow<B: Width>(self) -> B {
        convert(self)
    }
}

impl<T: Narrow> Narrow for Vec<T> {
    type To<B: Width> = Vec<T::To<B>>;

    fn narrow<B: Width>(self) -> Vec<T::To<B>> {
        let mut all = Vec::with_capacity(self.len());
        for one in self {
            all.push(one.narrow());
        }
        all
    }
}

impl<T: Narrow> Narrow for Option<T> {
    type To<B: Width> = Option<T::To<B>>;

    fn narrow<B: Width>(self) -> Option<T::To<B>> {
        self.map(T::narrow)
    }
}

impl<T: Narrow> Narrow for Box<T> {
    type To<B: Width> = Box<T::To<B>>;

    fn narrow<B: Width>(self) -> Box<T::To<B>> {
        Box::new((*self).narrow())
    }
}

impl<T: Narrow> Narrow for BySide<T> {
    type To<B: Width> = BySide<T::To<B>>;

    fn narrow<B: Width>(self) -> BySide<T::To<B>> {
        self.map(|value| value.narrow())
    }
}

impl<T: Narrow> Narrow for (Square, T) {
    type To<B: Width> = (Square, T::To<B>);

    fn narrow<B: Width>(self) -> (Square, T::To<B>) {
        (self.0, self.1.narrow())
    }
}

/// Lists the fields of a type, or of each form of an `enum`, that hold sets of squares, and after
/// them the others.
macro_rules! narrow {
    (enum $name:ident { $($form:ident { $($set:ident),* $(; $($other:ident),*)? }),* $(,)? }) => {
        impl $crate::engine::narrow::Narrow for $name<$crate::engine::width::Wide> {
            type To<B: $crate::engine::width::Width> = $name<B>;

            fn narrow<B: $crate::engine::width::Width>(self) -> $name<B> {
                match self {
                    $(Self::$form { $($set,)* $($($other,)*)? } => $name::$form {
                        $($set: $crate::engine::narrow::Narrow::narrow($set),)*
                        $($($other,)*)?
                    },)*
                }
            }
        }
    };
    ($name:ident { $($set:ident),* $(; $($other:ident),*)? }) => {
        impl $crate::engine::narrow::Narrow for $name<$crate::engine::width::Wide> {
            type To<B: $crate::engine::width::Width> = $name<B>;

            fn narrow<B: $crate::engine::width::Width>(self) -> $name<B> {
                $name {
                    $($set: $crate::engine::narrow::Narrow::narrow(self.$set),)*
                    $($($other: self.$other,)*)?
                }
            }
        }
    };
}
pub(crate) use narrow;
