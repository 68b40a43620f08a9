//! The router of a console.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get, post};

use crate::action::Kind;
use crate::console::{Console, Shared};
use crate::guard;
use crate::pages;

/// Maximum bytes of a form.
const LARGEST_FORM: usize = 1 << 20;

impl Console {
    /// The router. Mount it with [`Router::nest`], or serve it as it is. All its links are relative.
    pub fn router(self) -> Router {
        let console: Shared = Arc::new(self);
        let mut pages = Router::new()
            .route("/", get(pages::home))
            .route("/executions", get(pages::list::show))
            .route("/execution", get(pages::execution::show))
            .route("/report.json", get(pages::execution::report))
            .route("/tasks", get(pages::tasks::show))
            .route("/versions", get(pages::versions::show))
            .route("/versions.json", get(pages::versions::json));
        for kind in Kind::ALL {
            let perform = move |console, permission, form| {
                pages::forms::perform(kind, console, permission, form)
            };
            pages = pages.route(kind.route(), post(perform));
        }
        pages
            .layer(from_fn_with_state(Arc::clone(&console), guard::authorize))
            .route("/console.css", get(pages::assets::style))
            .route("/console.js", get(pages::assets::script))
            .route("/report.css", get(pages::assets::report_style))
            .route("/report.js", get(pages::assets::report_script))
            // A fallback would not reach routers that are nested twice.
            .route("/{*rest}", any(pages::not_found))
            .layer(DefaultBodyLimit::max(LARGEST_FORM))
            .layer(from_fn_with_state(Arc::clone(&console), guard::check_host))
            .layer(from_fn(guard::protect))
            .with_state(console)
    }
}
