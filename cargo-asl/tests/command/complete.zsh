# What an interactive zsh makes of command lines by the tabulator:
# `zsh -f complete.zsh FOLDER_OF_THE_SCRIPT FOLDER_OF_CARGO'S LINE..`. Each line must have one
# completion.

zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "stty -echo; PROMPT=; fpath=(${(q)1} ${(q)2} \$fpath)
  autoload -U compinit && compinit -u -D; bindkey '^I' complete-word
  report() { print -r -- \"<\$BUFFER>\"; BUFFER= }; zle -N report; bindkey '^X' report; print ready"
zpty -r shell said '*ready*'
for line in ${@[3,-1]}; do
  zpty -n -w shell $line$'\t\x18'
  zpty -r shell said '*<*>*'
  print -r -- ${${said##*<}%%>*}
done
