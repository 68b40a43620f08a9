"""`cargo asl lsp` with pytest-lsp, a client that checks what the server says it can do."""

import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

PACKAGE = pathlib.Path(os.environ["ASL_LSP_PACKAGE"])
pytestmark = pytest.mark.asyncio
URI = (PACKAGE / "slip.asl.json").as_uri()
SLIP = """{ "StartAt": "A", "States": {
  "A": { "Comment": "\U0001f600", "Type": "Pass", "Next": "Bee" },
  "Be": { "Type": "Succeed" }
} }
"""
PLACE = types.Position(line=1, character=SLIP.splitlines()[1].index("Bee") + 2)


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[os.environ["ASL_LSP_SERVER"], "asl", "lsp"])
)
async def client(lsp_client: LanguageClient):
    params = types.InitializeParams(
        capabilities=pytest_lsp.client_capabilities("visual-studio-code"),
        workspace_folders=[types.WorkspaceFolder(uri=PACKAGE.as_uri(), name="package")],
    )
    await lsp_client.initialize_session(params)
    lsp_client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            text_document=types.TextDocumentItem(
                uri=URI, language_id="json", version=1, text=SLIP
            )
        )
    )
    await lsp_client.wait_for_notification("textDocument/publishDiagnostics")
    yield
    await lsp_client.shutdown_session()


def document():
    return types.TextDocumentIdentifier(uri=URI)


async def test_findings_and_fixes(client: LanguageClient):
    found = client.diagnostics[URI]
    assert [finding.code for finding in found][0] == "ASL0401"
    params = types.CodeActionParams(
        text_document=document(),
        range=found[0].range,
        context=types.CodeActionContext(diagnostics=list(found)),
    )
    actions = await client.text_document_code_action_async(params)
    edit = actions[0].edit.changes[URI][0]
    assert edit.new_text == '"Be"' and edit.range == found[0].range


async def test_hover(client: LanguageClient):
    place = types.Position(line=2, character=4)
    params = types.HoverParams(text_document=document(), position=place)
    answer = await client.text_document_hover_async(params)
    assert "**`Be`** Succeed state" in answer.contents.value


async def test_completion(client: LanguageClient):
    params = types.CompletionParams(text_document=document(), position=PLACE)
    answer = await client.text_document_completion_async(params)
    assert [item.label for item in answer.items] == ["Be"]


async def test_the_last_text_is_the_one_that_is_checked(client: LanguageClient):
    start = types.Position(line=1, character=PLACE.character)
    end = types.Position(line=1, character=PLACE.character + 1)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=URI, version=2),
            content_changes=[
                types.TextDocumentContentChangePartial(
                    range=types.Range(start=start, end=end), text=""
                )
            ],
        )
    )
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert not client.diagnostics[URI]
    params = types.DocumentSymbolParams(text_document=document())
    symbols = await client.text_document_document_symbol_async(params)
    assert [symbol.name for symbol in symbols] == ["A", "Be"]
