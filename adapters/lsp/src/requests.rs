//! The requests of the protocol: parameters in, an answer out.

use gen_lsp_types as lsp;
use lsp_server::ErrorCode;
use serde_json::{Value, json};

use crate::document::Document;
use crate::fixes;
use crate::positions::Encoding;
use crate::workspace::Workspace;

/// What the server can do.
pub(crate) fn capabilities(encoding: Encoding) -> lsp::ServerCapabilities {
    lsp::ServerCapabilities {
        position_encoding: Some(match encoding {
            Encoding::Utf16 => lsp::PositionEncodingKind::UTF16,
            Encoding::Utf8 => lsp::PositionEncodingKind::UTF8,
        }),
        text_document_sync: Some(
            lsp::TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(lsp::TextDocumentSyncKind::Incremental),
                save: Some(true.into()),
                ..lsp::TextDocumentSyncOptions::default()
            }
            .into(),
        ),
        code_action_provider: Some(
            lsp::CodeActionOptions {
                code_action_kinds: Some(vec![
                    lsp::CodeActionKind::QuickFix,
                    lsp::CodeActionKind::SourceFixAll,
                ]),
                ..lsp::CodeActionOptions::default()
            }
            .into(),
        ),
        ..lsp::ServerCapabilities::default()
    }
}

/// A refused request: the code of the protocol, and the reason.
pub(crate) type Refused = (ErrorCode, String);

/// Answers a request.
pub(crate) fn answer(
    workspace: &mut Workspace,
    method: &str,
    params: Value,
) -> Result<Value, Refused> {
    match method {
        "textDocument/codeAction" => {
            let params: lsp::CodeActionParams = read(params)?;
            let actions =
                with(workspace, &params.text_document, |at| fixes::actions(at, &params));
            Ok(json!(actions))
        }
        _ => Err((ErrorCode::MethodNotFound, format!("there is no method `{method}`"))),
    }
}

fn read<P: serde::de::DeserializeOwned>(params: Value) -> Result<P, Refused> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

/// The answer about a document; `None` if it is not open.
fn with<T>(
    workspace: &mut Workspace,
    document: &lsp::TextDocumentIdentifier,
    answer: impl FnOnce(&Document) -> T,
) -> Option<T> {
    workspace.read(&document.uri.0).map(answer)
}
