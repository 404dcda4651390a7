/** What `gramme --help` says. */
import { specifications, type OptionSpecification } from './options.js'

export function helpText(): string {
  const rows = specifications.map((one) => [flagOf(one), one.variable, one.help] as const)
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length))
  const lines = rows.map(
    ([flag, variable, help]) => `  ${flag.padEnd(width(0))}  ${variable.padEnd(width(1))}  ${help}`,
  )
  return `Gramme: Amazon DynamoDB as a database you own.

Usage
  gramme start [options]   start the server
  gramme verify [options]  check data that no server has open
  gramme copy --from <store> --to <store>
                           copy all data, from and to a folder or postgres://…
  gramme version           print the version
  gramme --help            print this

Options of start and verify (which needs --data-dir or --engine alone), each also as an environment variable (the command line wins)
${lines.join('\n')}
`
}

function flagOf({ flag, placeholder }: OptionSpecification): string {
  return placeholder === undefined ? `--${flag}` : `--${flag} <${placeholder}>`
}
