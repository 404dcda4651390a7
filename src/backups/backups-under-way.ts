/** The backups that are being made of a table, in its definition. Pure. */
import type { TableDefinition } from '../model/table.js'

export function withBackup(
  definition: TableDefinition,
  jobId: string,
  nowMs: number,
): TableDefinition {
  const { beganAtMs, jobs } = definition.backupsUnderWay ?? { beganAtMs: nowMs, jobs: [] }
  return { ...definition, backupsUnderWay: { beganAtMs, jobs: [...jobs, jobId] } }
}

export function withoutBackup(definition: TableDefinition, jobId: string): TableDefinition {
  const { backupsUnderWay, ...rest } = definition
  if (!backupsUnderWay?.jobs.includes(jobId)) return definition
  const jobs = backupsUnderWay.jobs.filter((each) => each !== jobId)
  return jobs.length === 0 ? rest : { ...rest, backupsUnderWay: { ...backupsUnderWay, jobs } }
}
