"""The command `orrery completion`: scripts that make a shell complete commands, options and their values."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from orrery.cli import COMPLETE
from orrery.cli.typed import fail

BASH: Final = """\
# Completion of orrery for bash: eval "$(orrery completion bash)" in ~/.bashrc
_orrery() {
    local IFS=$'\\n' current="${COMP_WORDS[COMP_CWORD]}" word
    local command="${COMP_WORDS[0]/#\\~/$HOME}"
    [[ "$current" == [=:]* ]] && current="${current:1}"
    COMPREPLY=()
    for word in $("$command" COMPLETE bash "$current" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null); do
        case "$word" in
            :files) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$current")) ;;
            :folders) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -d -- "$current")) ;;
            *=) compopt -o nospace 2>/dev/null; COMPREPLY+=("$word") ;;
            *) COMPREPLY+=("$word") ;;
        esac
    done
}
complete -F _orrery orrery
"""

ZSH: Final = """\
#compdef orrery
# Completion of orrery for zsh: eval "$(orrery completion zsh)" in ~/.zshrc, after compinit
_orrery() {
    local line word about
    local -a found open
    for line in "${(@f)$("${words[1]}" COMPLETE words "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        word="${line%%$'\\t'*}"
        about="${line#*$'\\t'}"
        case "$word" in
            '') ;;
            :files) _files ;;
            :folders) _files -/ ;;
            *=) open+=("${word//:/\\\\:}${about:+:$about}") ;;
            *) found+=("${word//:/\\\\:}${about:+:$about}") ;;
        esac
    done
    (( ${#found} )) && _describe -V orrery found
    (( ${#open} )) && _describe -V orrery open -S ''
    return 0
}
compdef _orrery orrery
"""

FISH: Final = """\
# Completion of orrery for fish: orrery completion fish > ~/.config/fish/completions/orrery.fish
function __orrery_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    for line in ($before[1] COMPLETE words $before[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':files*'
                __fish_complete_path "$current"
            case ':folders*'
                __fish_complete_directories "$current"
            case '*'
                echo $line
        end
    end
end
complete -c orrery -f -a '(__orrery_complete)'
"""

SHELLS: Final = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def completion(shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish")]) -> None:
    """Print what makes a shell complete what you type after orrery.

    For bash put eval "$(orrery completion bash)" into ~/.bashrc, for zsh the same with zsh into ~/.zshrc after
    compinit; for fish write it into ~/.config/fish/completions/orrery.fish.
    """
    if shell not in SHELLS:
        fail(f"there is no completion for {shell!r}; there is one for {', '.join(SHELLS)}")
    typer.echo(SHELLS[shell].replace("COMPLETE", COMPLETE), nl=False)
