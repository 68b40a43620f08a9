//! Errors as people read them.
//!
//! A `main` that returns a `Result` prints its error by `Debug`. The derived form of an enum shows
//! names of variants and fields, where a person needs the text of `Display`.

use std::error::Error;
use std::fmt;

/// Writes the text of an error, and those of its sources that say more.
#[doc(hidden)]
pub fn write(error: &(dyn Error + 'static), f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut shown = error.to_string();
    f.write_str(&shown)?;
    let mut next = error.source();
    while let Some(source) = next {
        let text = source.to_string();
        // Many errors contain the text of their source.
        if !shown.contains(&text) {
            write!(f, "\n  caused by: {text}")?;
            shown = text;
        }
        next = source.source();
    }
    Ok(())
}

/// Implements `Debug` of errors by [`write`].
#[doc(hidden)]
#[macro_export]
macro_rules! __readable_debug {
    ($($error:ty),+) => {
        $(
            /// As a `main` that returns it prints it: its text, and those of its sources.
            impl ::std::fmt::Debug for $error {
                #[inline]
                fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                    $crate::readable::write(self, f)
                }
            }
        )+
    };
}

/// Implements `Error` of errors without a source, and `Debug` by [`write`].
#[doc(hidden)]
#[macro_export]
macro_rules! __readable_error {
    ($error:ty) => {
        $crate::__readable_debug!($error);

        impl ::std::error::Error for $error {}
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Outer(Inner);
    struct Inner(Innermost);
    struct Innermost;

    crate::__readable_debug!(Outer, Inner, Innermost);

    impl fmt::Display for Outer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "the store failed: {}", self.0)
        }
    }

    impl fmt::Display for Inner {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the disk is gone")
        }
    }

    impl fmt::Display for Innermost {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("error 5")
        }
    }

    impl Error for Outer {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    impl Error for Inner {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    impl Error for Innermost {}

    #[test]
    fn an_error_is_its_text_and_what_its_sources_add() {
        let error = Outer(Inner(Innermost));
        assert_eq!(
            format!("{error:?}"),
            "the store failed: the disk is gone\n  caused by: error 5"
        );
    }
}
