//! Definitions and what the compiler makes of them: findings, code, pictures and documents.

mod bad_definitions;
mod bad_input;
mod diagrams;
mod features;
mod goldens;
mod paths;
mod pictures;
mod profiles;
mod rebuild;
mod routes;
mod rustdoc;
mod sources;
mod timestamps;
mod yaml;
