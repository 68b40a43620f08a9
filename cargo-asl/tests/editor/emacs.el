;;; `cargo asl lsp' in Emacs with eglot: `emacs --batch -Q -l emacs.el'.  -*- lexical-binding: t -*-

;; The settings are those of the guide's page, which the variable ASL_LSP_GUIDE names; ASL_LSP_PACKAGE
;; is a folder for a file.

;; Debian's package of eglot, for versions of Emacs without it.
(let ((default-directory "/usr/share/emacs/site-lisp/elpa/"))
  (when (file-directory-p default-directory)
    (normal-top-level-add-subdirs-to-load-path)))
(require 'eglot)
(require 'flymake)

(defconst text "{ \"StartAt\": \"A\", \"States\": {
  \"A\": { \"Comment\": \"😀\", \"Type\": \"Pass\", \"Next\": \"Bee\" },
  \"Be\": { \"Type\": \"Succeed\" }
} }
")

(defun check (condition &rest message)
  "End with the MESSAGE, as of `format', unless the CONDITION is true."
  (unless condition
    (message "emacs: %s" (apply #'format message))
    (kill-emacs 1)))

(defun wait-for (what condition)
  "Wait until the function CONDITION is true, for WHAT."
  (let ((end (+ (float-time) 20)))
    (while (not (funcall condition))
      (check (< (float-time) end) "%s never arrives" what)
      (accept-process-output nil 0.02))))

;; A mode of a package; that of Emacs 29 has another name.
(define-derived-mode json-mode prog-mode "JSON")

(with-temp-buffer
  (insert-file-contents (getenv "ASL_LSP_GUIDE"))
  (search-forward "**Emacs**")
  (search-forward "```text\n")
  (eval (read (current-buffer)) t))

(let ((file (expand-file-name "slip.asl.json" (getenv "ASL_LSP_PACKAGE")))
      (coding-system-for-write 'utf-8-unix)
      (coding-system-for-read 'utf-8-unix)
      (eglot-sync-connect t)
      (eglot-confirm-server-initiated-edits nil))
  (write-region text nil file nil 'silent)
  (find-file file)
  (json-mode)
  (apply #'eglot (eglot--guess-contact))
  (flymake-start)
  (wait-for "a finding" (lambda () (flymake-diagnostics)))
  (let ((finding (car (flymake-diagnostics))))
    (check (string-match-p "no state is called `Bee`" (flymake-diagnostic-text finding))
           "the finding is %s" (flymake-diagnostic-text finding))
    (check (equal (buffer-substring (flymake-diagnostic-beg finding)
                                    (flymake-diagnostic-end finding))
                  "\"Bee\"")
           "it marks %s" (buffer-substring (flymake-diagnostic-beg finding)
                                           (flymake-diagnostic-end finding)))
    ;; The place of completion, and the fix.
    (goto-char (+ 2 (flymake-diagnostic-beg finding))))
  (let ((names (all-completions "" (nth 2 (eglot-completion-at-point)))))
    (check (member "Be" names) "completion has %S" names))
  (cl-letf (((symbol-function 'completing-read) (lambda (_ actions &rest _) (caar actions))))
    (let ((actions (eglot-code-actions (point) (point) "quickfix")))
      (check (equal (plist-get (car actions) :title) "Change to `Be`") "the fixes are %S" actions)
      (eglot--apply-workspace-edit (plist-get (car actions) :edit))))
  (check (string-search "\"Next\": \"Be\"" (buffer-string)) "the text is %s" (buffer-string))
  (eglot--signal-textDocument/didChange)
  (wait-for "the end of the finding" (lambda () (null (flymake-diagnostics))))
  (goto-char (point-min))
  (search-forward "\"Be\": ")
  (backward-char 4)
  (let* ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                 (eglot--TextDocumentPositionParams)))
         (said (plist-get (plist-get hover :contents) :value)))
    (check (string-search "**`Be`** Succeed state" said) "hover says %s" said))
  (eglot-shutdown (eglot--current-server-or-lose))
  (message "emacs: findings, completion, a fix, hover")
  (kill-emacs 0))
