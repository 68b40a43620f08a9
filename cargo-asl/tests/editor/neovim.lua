-- `cargo asl lsp` in Neovim 0.7 and later: `nvim --headless -u NONE -i NONE -S neovim.lua`. The
-- variable ASL_LSP_SERVER is the program, ASL_LSP_PACKAGE a folder for a file.

local text = [[{ "StartAt": "A", "States": {
  "A": { "Comment": "😀", "Type": "Pass", "Next": "Bee" },
  "Be": { "Type": "Succeed" }
} }]]

local function fail(message)
  io.stderr:write("neovim: " .. message .. "\n")
  vim.cmd("cquit 1")
end

local function check(condition, message)
  if not condition then
    fail(message)
  end
end

local function run()
  local file = vim.env.ASL_LSP_PACKAGE .. "/slip.asl.json"
  vim.fn.writefile(vim.split(text, "\n"), file)
  vim.cmd("edit " .. vim.fn.fnameescape(file))
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].filetype = "json"
  local client = vim.lsp.start_client({
    name = "asl",
    cmd = { vim.env.ASL_LSP_SERVER, "asl", "lsp" },
    root_dir = vim.env.ASL_LSP_PACKAGE,
  })
  check(client, "the server does not start")
  vim.lsp.buf_attach_client(buffer, client)

  local function diagnostics()
    return vim.diagnostic.get(buffer)
  end
  check(vim.wait(10000, function() return #diagnostics() > 0 end, 20), "no findings arrive")
  local found = diagnostics()[1]
  check(found.code == "ASL0401", "the finding is " .. tostring(found.code))
  -- Neovim counts columns in bytes.
  local line = vim.fn.getline(2)
  check(line:sub(found.col + 1, found.end_col) == '"Bee"', "it marks " .. line:sub(found.col + 1, found.end_col))

  local function ask(method, params)
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 10000)
    local answer = answers and answers[client]
    check(answer and answer.result, method .. " has no answer")
    return answer.result
  end
  vim.fn.cursor(3, 4)
  local hover = ask("textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"))
  check(hover.contents.value:find("**`Be`** Succeed state", 1, true), hover.contents.value)

  -- The quick fix, applied by Neovim.
  local params = { textDocument = vim.lsp.util.make_text_document_params() }
  params.range = {
    start = { line = 1, character = 0 },
    ["end"] = { line = 1, character = 200 },
  }
  params.context = { diagnostics = {} }
  local actions = ask("textDocument/codeAction", params)
  check(actions[1].title == "Change to `Be`", actions[1].title)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  check(vim.fn.getline(2):find('"Next": "Be"', 1, true), vim.fn.getline(2))
  check(vim.wait(10000, function() return #diagnostics() == 0 end, 20), "the finding stays")

  local symbols = ask("textDocument/documentSymbol", { textDocument = params.textDocument })
  check(#symbols == 2 and symbols[2].name == "Be", "other symbols")
  print("neovim: findings, hover, a fix, symbols\n")
  vim.cmd("qall!")
end

local ok, message = pcall(run)
if not ok then
  fail(tostring(message))
end
