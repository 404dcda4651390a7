/**
 * `npm run bench [name …]`: the named benches, or all of them. Benches report; they fail no test.
 * `npm run bench against <folder>` compares this build with another one, `npm run bench compare`
 * with other servers.
 */
import { runAgainst } from './against.js'
import { runBatchWrite } from './batch-write.js'
import { runCommits } from './commits.js'
import { runCompare } from './compare.js'
import { runDax } from './dax.js'
import { runEncryption } from './encryption.js'
import { runGuard } from './guard.js'
import { runItemOperations } from './item-operations.js'
import { runLatency } from './latency.js'
import { areMemoryArguments, runMemory } from './memory.js'
import { runMetering } from './metering.js'
import { runPostgres } from './postgres.js'
import { runQuery } from './query.js'
import { runRecordVersion } from './record-version.js'
import { runReplication } from './replication.js'
import { runRestore } from './restore.js'
import { runRecovery } from './recovery.js'
import { areScaleArguments, runScale } from './scale.js'
import { runSecurity } from './security.js'
import { runStalls } from './stalls.js'
import { runStartUp } from './start-up.js'
import { runStoredForm } from './stored-form.js'
import { runStreams } from './streams.js'
import { runThrottling } from './throttling.js'
import { runTransfers } from './transfers.js'
import { runTtl } from './ttl.js'
import { areVectorArguments, runVectors } from './vectors.js'
import { runWorkers } from './workers.js'

const benches = new Map<string, () => void | Promise<void>>([
  ['start-up', runStartUp],
  ['item-operations', runItemOperations],
  ['query', runQuery],
  ['batch-write', runBatchWrite],
  ['commits', runCommits],
  ['dax', runDax],
  ['encryption', runEncryption],
  ['latency', runLatency],
  ['memory', () => runMemory()],
  ['metering', runMetering],
  ['postgres', runPostgres],
  ['scale', () => runScale()],
  ['stalls', runStalls],
  ['stored-form', runStoredForm],
  ['record-version', runRecordVersion],
  ['streams', runStreams],
  ['recovery', runRecovery],
  ['ttl', runTtl],
  ['restore', runRestore],
  ['transfers', runTransfers],
  ['security', runSecurity],
  ['throttling', runThrottling],
  ['replication', runReplication],
  ['workers', runWorkers],
  ['vectors', () => runVectors()],
])

await main(process.argv.slice(2))

async function main(names: readonly string[]): Promise<void> {
  const [name, ...rest] = names
  if (name === 'against') return runAgainst(rest)
  if (name === 'compare') return runCompare(rest)
  if (name === 'guard') return runGuard()
  if (name === 'replication' && rest.length === 1) return runReplication(Number(rest[0]))
  if (name === 'vectors' && areVectorArguments(rest)) return runVectors(rest)
  if (name === 'memory' && areMemoryArguments(rest)) return runMemory(rest)
  if (name === 'scale' && areScaleArguments(rest)) return runScale(rest)
  const unknown = names.filter((name) => !benches.has(name))
  if (unknown.length > 0) return refuse(unknown)
  for (const [name, run] of benches) {
    if (names.length > 0 && !names.includes(name)) continue
    await run()
    console.log()
  }
}

function refuse(unknown: readonly string[]): void {
  const known = [...benches.keys(), 'against', 'compare', 'guard'].join(', ')
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${known}.`)
  process.exitCode = 1
}
