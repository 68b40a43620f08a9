//! The requests of the protocol: parameters in, an answer out.

use gen_lsp_types as lsp;
use lsp_server::ErrorCode;
use serde_json::{Value, json};

use crate::calls;
use crate::commands;
use crate::completion::complete;
use crate::document::Document;
use crate::drawing::drawing;
use crate::fixes;
use crate::host::Host;
use crate::hover::hover;
use crate::inlay::hints;
use crate::lenses::lenses;
use crate::navigation;
use crate::positions::Encoding;
use crate::refusal::Refused;
use crate::rust;
use crate::symbols;
use crate::workspace::Workspace;

/// The requests that the server answers.
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
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(["\"", "$", ".", "{", "%", ":"].map(str::to_owned).to_vec()),
            ..lsp::CompletionOptions::default()
        }),
        document_formatting_provider: Some(true.into()),
        inlay_hint_provider: Some(true.into()),
        call_hierarchy_provider: Some(true.into()),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        implementation_provider: Some(true.into()),
        document_link_provider: Some(lsp::DocumentLinkOptions::default()),
        code_lens_provider: Some(lsp::CodeLensOptions::default()),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: commands::ALL.map(str::to_owned).to_vec(),
            ..lsp::ExecuteCommandOptions::default()
        }),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        rename_provider: Some(
            lsp::RenameOptions { prepare_provider: Some(true), ..lsp::RenameOptions::default() }
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

/// Answers a request.
pub(crate) fn answer(
    workspace: &mut Workspace,
    method: &str,
    params: Value,
) -> Result<Value, Refused> {
    match method {
        "textDocument/hover" => {
            let host = *workspace.host();
            at(workspace, params, |document, place| hover(document, place, &host))
        }
        "textDocument/completion" => {
            let has_snippets = workspace.has_snippets;
            at(workspace, params, |document, place| complete(document, place, has_snippets))
        }
        "textDocument/definition" => {
            let (host, encoding) = (*workspace.host(), workspace.encoding());
            at(workspace, params, |document, place| definition(document, place, &host, encoding))
        }
        "textDocument/implementation" => {
            let (host, encoding) = (*workspace.host(), workspace.encoding());
            at(workspace, params, |document, place| rust::methods(document, place, &host, encoding))
        }
        "textDocument/documentLink" => of_document(workspace, params, rust::links),
        "textDocument/codeLens" => of_document(workspace, params, lenses),
        "asl/graph" => {
            let wanted = read(params.clone())?;
            of_document(workspace, params, |document| drawing(document, &wanted))
        }
        "textDocument/references" => {
            let context = params.pointer("/context/includeDeclaration").and_then(Value::as_bool);
            let with = context.unwrap_or_default();
            at(workspace, params, |at, place| navigation::references(at, place, with))
        }
        "textDocument/documentHighlight" => at(workspace, params, navigation::highlights),
        "textDocument/prepareRename" => at(workspace, params, navigation::prepare_rename),
        "textDocument/rename" => rename(workspace, params),
        "textDocument/documentSymbol" => of_document(workspace, params, symbols::symbols),
        "textDocument/foldingRange" => of_document(workspace, params, symbols::folding),
        "textDocument/formatting" => {
            let host = *workspace.host();
            of_document(workspace, params, |document| formatting(document, &host))
        }
        "textDocument/inlayHint" => {
            let params: lsp::InlayHintParams = read(params)?;
            let found =
                with(workspace, &params.text_document, |document| hints(document, params.range));
            Ok(json!(found.flatten()))
        }
        "textDocument/prepareCallHierarchy" => at(workspace, params, calls::prepare),
        "callHierarchy/incomingCalls" => of_item(workspace, params, calls::incoming),
        "callHierarchy/outgoingCalls" => of_item(workspace, params, calls::outgoing),
        "textDocument/codeAction" => {
            let params: lsp::CodeActionParams = read(params)?;
            let actions = with(workspace, &params.text_document, |at| fixes::actions(at, &params));
            Ok(json!(actions))
        }
        _ => Err((ErrorCode::MethodNotFound, format!("there is no method `{method}`"))),
    }
}

/// The declaration of a name; of a `Resource` the method that performs the task, and in Rust the
/// file of a macro.
fn definition(
    document: &Document,
    place: lsp::Position,
    host: &Host,
    encoding: Encoding,
) -> Option<Vec<lsp::Location>> {
    if rust::is_rust(document) {
        return rust::definition(document, place).map(|found| vec![found]);
    }
    navigation::definition(document, place)
        .or_else(|| rust::methods(document, place, host, encoding))
}

/// The edit that gives a definition its canonical layout. Other documents have none here.
fn formatting(document: &Document, host: &Host) -> Option<Vec<lsp::TextEdit>> {
    let analysis = document.analysis().filter(|analysis| !analysis.machines.is_empty())?;
    let new_text = (host.format)(analysis.sources.files.first()?)?;
    if new_text == analysis.text() {
        return Some(Vec::new());
    }
    let range = document.range(0..analysis.text().len());
    Some(vec![lsp::TextEdit { range, new_text }])
}

/// The answer about a position.
fn at<T: serde::Serialize>(
    workspace: &mut Workspace,
    params: Value,
    answer: impl FnOnce(&Document, lsp::Position) -> Option<T>,
) -> Result<Value, Refused> {
    let params: lsp::TextDocumentPositionParams = read(params)?;
    let found =
        with(workspace, &params.text_document, |document| answer(document, params.position));
    Ok(json!(found.flatten()))
}

/// The answer about a whole document, whose parameters are all of this form.
fn of_document<T: serde::Serialize>(
    workspace: &mut Workspace,
    params: Value,
    answer: impl FnOnce(&Document) -> T,
) -> Result<Value, Refused> {
    let params: lsp::DocumentSymbolParams = read(params)?;
    Ok(json!(with(workspace, &params.text_document, answer)))
}

/// The answer about a state of the call hierarchy.
fn of_item<T: serde::Serialize>(
    workspace: &mut Workspace,
    params: Value,
    answer: impl FnOnce(&Document, &lsp::CallHierarchyItem) -> Option<T>,
) -> Result<Value, Refused> {
    let params: lsp::CallHierarchyIncomingCallsParams = read(params)?;
    let identifier = lsp::TextDocumentIdentifier { uri: params.item.uri.clone() };
    let found = with(workspace, &identifier, |document| answer(document, &params.item));
    Ok(json!(found.flatten()))
}

fn rename(workspace: &mut Workspace, params: Value) -> Result<Value, Refused> {
    let params: lsp::RenameParams = read(params)?;
    let place = params.text_document_position_params;
    let edit = with(workspace, &place.text_document, |document| {
        navigation::rename(document, place.position, &params.new_name)
    });
    edit.transpose().map(|edit| json!(edit)).map_err(|reason| (ErrorCode::RequestFailed, reason))
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
