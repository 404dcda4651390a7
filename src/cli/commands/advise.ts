/** `gramme advise`: what tables would cost on AWS, and what would cost less. */
import type { AdviceReport } from '../../advice/advise.js'
import type { Command } from '../command.js'
import { readFlags, textOf, type GivenFlags } from '../flags.js'
import { pricesFor, readRecorded, recordedFlags, recordedNote } from '../recorded-workload.js'

export const adviseCommand: Command = {
  name: 'advise',
  summary: 'say from recorded traffic what tables cost on AWS, and what would cost less',
  usage: [
    'advise [--data-dir <folder> | --engine <address>] [--json] [--html <file>]',
    'advise --endpoint http://127.0.0.1:8000 [--region <region>] [--sample]',
  ],
  flags: [
    ...recordedFlags,
    { flag: 'sample', help: 'with --endpoint: look at a page of each table, as a Scan' },
    { flag: 'json', help: 'print JSON' },
    { flag: 'html', placeholder: 'file', help: 'write a page with plots' },
  ],
  notes: [recordedNote],
  async run(args, environment) {
    const flags = readFlags(adviseCommand, args)
    const samples = flags.has('sample') || !flags.has('endpoint')
    const workloads = await readRecorded({ flags, environment, samples })
    const { adviseOn } = await import('../../advice/advise.js')
    const reports: AdviceReport[] = []
    for (const workload of workloads) {
      reports.push(adviseOn(workload, await pricesFor(flags, workload.scope.region)))
    }
    await show(flags, reports)
  },
}

async function show(flags: GivenFlags, reports: readonly AdviceReport[]): Promise<void> {
  const file = textOf(flags, 'html')
  if (file !== undefined) await writePage(file, reports)
  if (flags.has('json')) {
    const { reportJson } = await import('../../advice/report-json.js')
    process.stdout.write(`${JSON.stringify(reports.map(reportJson), null, 2)}\n`)
    return
  }
  const { reportText } = await import('../../advice/show-report.js')
  const texts = reports.length === 0 ? ['There are no tables.'] : reports.map(reportText)
  process.stdout.write(`${texts.join('\n\n')}\n`)
}

async function writePage(file: string, reports: readonly AdviceReport[]): Promise<void> {
  const { writeFile } = await import('node:fs/promises')
  const { reportPage } = await import('../../advice/report-page.js')
  await writeFile(file, reportPage(reports))
}
