/** All commands, in the order of the help. Each is loaded when it is used. */
import type { Command } from './command.js'
import { UsageError } from './usage-error.js'

const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/start.js')).startCommand,
  verify: async () => (await import('./commands/verify.js')).verifyCommand,
  copy: async () => (await import('./commands/copy.js')).copyCommand,
  snapshot: async () => (await import('./commands/snapshot.js')).snapshotCommand,
  backup: async () => (await import('./commands/backup.js')).backupCommand,
  restore: async () => (await import('./commands/restore.js')).restoreCommand,
  export: async () => (await import('./commands/export.js')).exportCommand,
  import: async () => (await import('./commands/import.js')).importCommand,
  key: async () => (await import('./commands/key.js')).keyCommand,
  tables: async () => (await import('./commands/tables.js')).tablesCommand,
  search: async () => (await import('./commands/search.js')).searchCommand,
  jobs: async () => (await import('./commands/jobs.js')).jobsCommand,
  trigger: async () => (await import('./commands/trigger.js')).triggerCommand,
  iam: async () => (await import('./commands/iam.js')).iamCommand,
  link: async () => (await import('./commands/link.js')).linkCommand,
  replication: async () => (await import('./commands/replication.js')).replicationCommand,
  policy: async () => (await import('./commands/policy.js')).policyCommand,
  audit: async () => (await import('./commands/audit.js')).auditCommand,
  advise: async () => (await import('./commands/advise.js')).adviseCommand,
  cost: async () => (await import('./commands/cost.js')).costCommand,
  console: async () => (await import('./commands/console.js')).consoleCommand,
  version: async () => (await import('./commands/version.js')).versionCommand,
}

export async function requireCommand(name: string): Promise<Command> {
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined
  if (load === undefined) throw new UsageError(`There is no command '${name}'; see gramme help.`)
  return load()
}

export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(loaders).map((load) => load()))
}
