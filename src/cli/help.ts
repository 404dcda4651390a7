/** What `gramme help` and `gramme help <command>` print. */
import type { Command } from './command.js'
import type { Flag } from './flags.js'

export function helpText(commands: readonly Command[]): string {
  return `Gramme: Amazon DynamoDB as a database you own.

Usage
  gramme <command> [options]

Commands
${columns(commands.map(({ name, summary }) => [name, summary]))}

gramme help <command> lists the options of a command. gramme start is the one to begin with.
`
}

export function commandHelpText({ summary, usage, flags, notes = [] }: Command): string {
  const sections = [
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.`,
    `Usage\n${usage.map((line) => `  gramme ${line}`).join('\n')}`,
    ...(flags.length === 0 ? [] : [optionsText(flags)]),
    ...notes,
  ]
  return `${sections.join('\n\n')}\n`
}

function optionsText(flags: readonly Flag[]): string {
  const hasVariables = flags.some(({ variable }) => variable !== undefined)
  const rows = flags.map((flag) => [shownFlag(flag), flag.variable ?? '', flag.help])
  return hasVariables
    ? `Options, and the environment variables that they override\n${columns(rows)}`
    : `Options\n${columns(rows.map(([flag, , help]) => [flag!, help!]))}`
}

function shownFlag({ flag, placeholder }: Flag): string {
  return placeholder === undefined ? `--${flag}` : `--${flag} <${placeholder}>`
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  return rows
    .map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`.trimEnd())
    .join('\n')
}
