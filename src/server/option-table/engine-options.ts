/** Options about the store and the process around it. */
import { drivers, findDriver } from '../../storage/drivers.js'
import { searchThreadsMax } from '../../search/limits.js'
import { poolConnectionsMax } from '../../storage/limits.js'
import { commitGroupMutationsMax } from '../../storage/lmdb/limits.js'
import type { LogThreshold } from '../gramme-options.js'
import { memoryInFlightMbMin } from '../limits.js'
import { workersMax } from '../workers/limits.js'
import { countOrAuto, nameRule, oneOf, onOrOff, wholeNumber } from './option-rules.js'
import type { OptionTable } from './option-entry.js'

const forms = drivers.map(({ form }) => form)

export const engineOptions = {
  engine: {
    rule: {
      kind: 'text',
      text: `must be ${forms.slice(0, -1).join(', ')} or the address of a database, ${forms.at(-1)}`,
      holds: (value) => typeof value === 'string' && findDriver(value) !== undefined,
    },
    default: 'lmdb',
    placeholder: 'name',
    help: 'lmdb, memory or postgres://user:password@host:5432/database',
  },
  dataDir: {
    rule: nameRule('a folder'),
    default: 'gramme-data',
    shownDefault: './gramme-data',
    placeholder: 'folder',
    help: 'folder that holds the data',
  },
  inMemory: {
    rule: onOrOff,
    default: false,
    help: 'keep everything in memory, nothing on disk',
  },
  readPool: {
    rule: wholeNumber(1, poolConnectionsMax),
    placeholder: 'number',
    help: 'connections to PostgreSQL for reads',
  },
  writePool: {
    rule: wholeNumber(1, poolConnectionsMax),
    placeholder: 'number',
    help: 'connections to PostgreSQL for writes, one for each write at a time',
  },
  durability: {
    rule: oneOf('durable', 'relaxed'),
    default: 'durable',
    placeholder: 'mode',
    help: 'durable: a write is on disk before it is acknowledged; relaxed: soon after',
  },
  groupMutationsMax: {
    rule: wholeNumber(1, 100_000),
    default: commitGroupMutationsMax,
    placeholder: 'number',
    help: 'changes that may share one commit and its flush',
  },
  memoryInFlightMb: {
    rule: wholeNumber(memoryInFlightMbMin, 1_000_000),
    shownDefault: 'half of the heap',
    placeholder: 'number',
    help: 'megabytes that requests under way may take together; others wait',
  },
  vectorMemoryMb: {
    rule: wholeNumber(0, 1_000_000),
    shownDefault: 'a quarter of the memory',
    placeholder: 'number',
    help: 'megabytes that vectors may take in memory to be searched there',
  },
  vectorThreads: {
    rule: wholeNumber(1, searchThreadsMax),
    shownDefault: `one for each core, at most ${searchThreadsMax}`,
    placeholder: 'number',
    help: 'threads that search vectors',
  },
  workers: {
    rule: countOrAuto(1, workersMax),
    default: 'auto',
    shownDefault:
      'auto: 1 in open mode, below 4 cores or 2 GB, else one for each core but one, at most 8',
    placeholder: 'number',
    help: 'processes that serve requests behind one port, or auto',
  },
  logLevel: {
    rule: oneOf<LogThreshold>('silent', 'error', 'warn', 'info', 'debug'),
    default: 'warn',
    placeholder: 'level',
    help: 'silent, error, warn, info or debug',
  },
} satisfies Partial<OptionTable>
