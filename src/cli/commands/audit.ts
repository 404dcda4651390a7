/** `gramme audit`: shows who called what. */
import type { Command } from '../command.js'
import { readFlags, textOf, type GivenFlags } from '../flags.js'
import type { AuditFilter, ShownEvent } from '../audit-filter.js'
import { readServerOptions, serverFlags } from '../server-options.js'
import { UsageError } from '../usage-error.js'

const options = ['auditFile'] as const

export const auditCommand: Command = {
  name: 'audit',
  summary: 'show who called what, from the audit file of a server',
  usage: [
    'audit --audit-file <file> [--user <who>] [--event <name>] [--denied] [--since <time>] [--follow]',
  ],
  flags: [
    ...serverFlags(options),
    {
      flag: 'user',
      placeholder: 'who',
      help: 'only calls by this user, role, access key, account or ARN',
    },
    { flag: 'event', placeholder: 'name', help: 'only this operation; Put* for several' },
    {
      flag: 'since',
      placeholder: 'time',
      help: 'only from this time on: 2026-01-02T03:04Z or 24h',
    },
    { flag: 'until', placeholder: 'time', help: 'only before this time' },
    { flag: 'denied', help: 'only calls that were denied, or whose signature was refused' },
    { flag: 'json', help: 'print events as they were written, one line each' },
    { flag: 'follow', help: 'wait for more, until Ctrl+C' },
  ],
  notes: [
    'Files that were full and renamed are read first. Without --json, columns are separated by tabs.',
  ],
  async run(args, environment) {
    const flags = readFlags(auditCommand, args)
    const { auditFile } = readServerOptions(flags, environment, options)
    if (auditFile === undefined) throw new UsageError('gramme audit needs --audit-file.')
    const { isWanted, eventRow } = await import('../audit-filter.js')
    const filter = await readFilter(flags)
    const lines = await linesOf(auditFile, flags.has('follow'))
    process.stdout.on('error', () => process.exit(0))
    for await (const line of lines) {
      const event = parsed(line)
      if (event === undefined || !isWanted(event, filter)) continue
      process.stdout.write(`${flags.has('json') ? line : eventRow(event).join('\t')}\n`)
    }
  },
}

async function linesOf(file: string, follows: boolean): Promise<AsyncIterable<string>> {
  const { access } = await import('node:fs/promises')
  await access(file).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`${file} cannot be read: ${code}.`)
  })
  const { followAudit, readAudit } = await import('../../server/read-audit.js')
  return follows ? followAudit(file, stopped()) : readAudit(file)
}

function stopped(): AbortSignal {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort())
  return stop.signal
}

async function readFilter(flags: GivenFlags): Promise<AuditFilter> {
  const { readMoment } = await import('../audit-filter.js')
  const moment = (flag: 'since' | 'until'): number | undefined => {
    const text = textOf(flags, flag)
    return text === undefined ? undefined : readMoment(text, flag, Date.now())
  }
  return {
    user: textOf(flags, 'user'),
    event: textOf(flags, 'event'),
    sinceMs: moment('since'),
    untilMs: moment('until'),
    denied: flags.has('denied'),
  }
}

/** The last line of a server that was killed may be incomplete. */
function parsed(line: string): ShownEvent | undefined {
  try {
    return JSON.parse(line) as ShownEvent
  } catch {
    return undefined
  }
}
