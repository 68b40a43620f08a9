//! Setters of options.

/// Defines setters in the `impl` block of a struct of options, one for each listed field. The type
/// is that of the argument, which is converted to the field's type. `=> Some` after the type puts
/// the result into `Some`, for a type such as `impl Into<Text>`.
#[doc(hidden)]
#[macro_export]
macro_rules! __setters {
    ($($(#[$attribute:meta])* $field:ident: $argument:ty $(=> $variant:ident)?,)*) => {
        $(
            #[doc = ::std::concat!("Sets `", ::std::stringify!($field), "`.")]
            $(#[$attribute])*
            #[must_use]
            pub fn $field(self, $field: $argument) -> Self {
                let $field = $field.into();
                Self { $field: $($variant)? ($field), ..self }
            }
        )*
    };
}
