import { Argument, Help, type Command } from 'commander';
import { helpNotes, type AddCommand } from '../command.ts';

/**
 * Each script passes the words of the command line to `quoin complete`, quoted, and completes file
 * names when there is no answer.
 */
const scripts = {
  bash: `_quoin() {
  local IFS=$'\\n'
  COMPREPLY=($(quoin complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _quoin quoin`,
  zsh: `#compdef quoin
_quoin() {
  local -a lines
  lines=("\${(@f)$(quoin complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -z "$lines" ]]; then
    _files
    return
  fi
  lines=("\${(@)lines//:/\\\\:}")
  lines=("\${(@)lines/$'\\t'/:}")
  _describe quoin lines
}
compdef _quoin quoin`,
  fish: `function __quoin_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (quoin complete -- $words[2..-1] "$current" 2>/dev/null)
    if test (count $lines) -gt 0
        printf '%s\\n' $lines
    else
        __fish_complete_path "$current"
    end
end
complete -c quoin -f -a '(__quoin_complete)'`,
} as const;

/** Adds `completion`, and the hidden `complete`, which the scripts call at every press of Tab. */
export const addCompletionCommands: AddCommand = (program, { terminal }) => {
  program
    .command('completion')
    .summary('Print a script that completes commands on Tab.')
    .description(
      'Prints a script for the shell. With it, the Tab key completes commands, options and their values. The shell must find quoin on the PATH.',
    )
    .addArgument(
      new Argument('<shell>', 'The shell that runs the script.').choices(Object.keys(scripts)),
    )
    .addHelpText(
      'after',
      helpNotes({
        examples: [
          'quoin completion bash >> ~/.bashrc',
          'quoin completion zsh >> ~/.zshrc',
          'quoin completion fish > ~/.config/fish/completions/quoin.fish',
        ],
      }),
    )
    .action((shell: keyof typeof scripts) => terminal.print(scripts[shell]));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: readonly string[]) => {
      const lines = completionsOf(program, words).map((line) => `${line}\n`);
      // Not through the terminal, which replaces tabs.
      process.stdout.write(lines.join(''));
    });
};

/**
 * The candidates for the last word, one per line: value, tab, description.
 *
 * @param words those after `quoin`. The last one is being typed and can be empty.
 */
export const completionsOf = (program: Command, words: readonly string[]): readonly string[] => {
  const typed = words.at(-1) ?? '';
  const command = words
    .slice(0, -1)
    .reduce((at, word) => at.commands.find((each) => each.name() === word) ?? at, program);
  return candidatesFor(command, words.at(-2), typed)
    .filter(({ value }) => value.startsWith(typed))
    .map(({ value, description }) => `${value}\t${description}`);
};

interface Candidate {
  readonly value: string;
  readonly description: string;
}

const candidatesFor = (
  command: Command,
  previous: string | undefined,
  typed: string,
): readonly Candidate[] => {
  // Not the help of the program, which lists the commands of groups instead of the groups.
  const help = new Help();
  const options = help.visibleOptions(command);
  const option = options.find(({ long, required }) => required && long === previous);
  if (option !== undefined) return choices(option.argChoices);
  if (typed.startsWith('-')) {
    return options.map(({ long = '', description }) => ({ value: long, description }));
  }
  const commands = help
    .visibleCommands(command)
    .map((each) => ({ value: each.name(), description: each.summary() }));
  return [...commands, ...choices(command.registeredArguments[0]?.argChoices)];
};

const choices = (values: readonly string[] = []): readonly Candidate[] =>
  values.map((value) => ({ value, description: '' }));
