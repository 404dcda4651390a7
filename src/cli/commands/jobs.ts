/** `gramme jobs`: lists long work, under way and of the last days. */
import type { JobRecord } from '../../jobs/job-record.js'
import type { Command } from '../command.js'
import { readFlags } from '../flags.js'
import { printRows } from '../print-rows.js'
import { readServerOptions, serverFlags, storeOptions } from '../server-options.js'

export const jobsCommand: Command = {
  name: 'jobs',
  summary: 'list long work such as index builds, and how far it has come',
  usage: ['jobs [--data-dir <folder> | --engine <address>]'],
  flags: serverFlags(storeOptions),
  notes: [
    'A data folder can be read while no server uses it, a PostgreSQL database at any time.\nWork that has ended is listed for seven days.',
  ],
  async run(args, environment) {
    const options = readServerOptions(readFlags(jobsCommand, args), environment, storeOptions)
    const { listJobs } = await import('../../server/list-jobs.js')
    const jobs = await listJobs(options)
    if (jobs.length === 0) process.stdout.write('There are no jobs.\n')
    else printRows([head, ...jobs.map(rowOf)])
  },
}

const head = ['ID', 'KIND', 'TABLE', 'SUBJECT', 'STARTED', 'UPDATED', 'STATE']

function rowOf(record: JobRecord): readonly string[] {
  const { id, kind, table, subject, createdAtMs, updatedAtMs } = record
  const times = [createdAtMs, updatedAtMs].map((timeMs) => new Date(timeMs).toISOString())
  return [id, kind, `${table.region}/${table.name}`, subject, ...times, stateOf(record)]
}

function stateOf({ state, progress, reason }: JobRecord): string {
  if (state === 'running') return `running, ${Math.floor(progress * 100)}%`
  return reason === undefined ? state : `${state}: ${reason}`
}
