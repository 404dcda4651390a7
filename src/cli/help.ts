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
  gramme trigger add <name> --table <table> --module <path> [settings]
  gramme trigger list | remove <name> | logs <name>
                           code that is called with the changes of a table
  gramme version           print the version
  gramme --help            print this

Options of start and verify (which needs --data-dir or --engine alone), each also as an environment variable (the command line wins)
${lines.join('\n')}

Settings of trigger add, named as in Lambda's event source mappings (docs/triggers.md); --triggers and --data-dir as above
  --table <name> [--region <name>] [--account <digits>], or --event-source-arn <arn>
  --module <path> [--export <name>], or --url <address>; --timeout <seconds>; --memory-size <MB>; --env <NAME=value>
  --starting-position TRIM_HORIZON|LATEST; --batch-size <number>; --maximum-batching-window-in-seconds <number>
  --filter <pattern>; --parallelization-factor <number>; --maximum-retry-attempts <number>; --report-batch-item-failures
  --maximum-record-age-in-seconds <number>; --bisect-batch-on-function-error; --dead-letter-file <path>; --disabled
  --reserved-concurrent-executions <number>
`
}

function flagOf({ flag, placeholder }: OptionSpecification): string {
  return placeholder === undefined ? `--${flag}` : `--${flag} <${placeholder}>`
}
