/**
 * Options that are right by themselves and make no sense together, told in one sentence. What is given
 * in vain is refused rather than ignored: whoever wrote it expects something of it.
 */
import { engineKindOf, type EngineKind } from './engine-choice.js'
import type { GrammeOptions } from './options.js'

type OptionName = keyof GrammeOptions

/** The engine that options ask for. */
export function chosenEngine({ engine = 'lmdb', inMemory }: GrammeOptions): EngineKind {
  return inMemory === true ? 'memory' : (engineKindOf(engine) ?? 'lmdb')
}

/** Options are called by `label`, as the person knows them. */
export function clashOf(
  options: GrammeOptions,
  label: (name: OptionName) => string = (name) => name,
): string | undefined {
  const { engine, inMemory, durability } = options
  const named = engine === undefined ? undefined : engineKindOf(engine)
  if (named !== undefined && inMemory !== undefined && inMemory !== (named === 'memory')) {
    return `${label('inMemory')} and ${label('engine')} do not name the same engine.`
  }
  const chosen = chosenEngine(options)
  for (const [name, { engines, text }] of strangers) {
    if (options[name] !== undefined && engines.includes(chosen)) return `${label(name)} ${text}.`
  }
  if (chosen !== 'postgres' || durability !== 'relaxed') return undefined
  return `${label('durability')} relaxed does not go with PostgreSQL, which has its own setting for that: synchronous_commit.`
}

/** Whether an option means nothing to an engine. */
export function isStranger(name: OptionName, engine: EngineKind): boolean {
  return strangers.get(name)?.engines.includes(engine) === true
}

interface Stranger {
  /** Those that know nothing of the option. */
  readonly engines: readonly EngineKind[]
  readonly text: string
}

// A folder beside `inMemory` is let pass: programs keep one set of options and flip the switch.
const strangers: ReadonlyMap<OptionName, Stranger> = new Map<OptionName, Stranger>([
  [
    'dataDir',
    {
      engines: ['postgres'],
      text: 'does not go with PostgreSQL: the data is kept in the database',
    },
  ],
  [
    'groupMutationsMax',
    { engines: ['postgres'], text: 'does not go with PostgreSQL, which groups commits on its own' },
  ],
  ['readPool', { engines: ['lmdb', 'memory'], text: 'is for PostgreSQL alone' }],
  ['writePool', { engines: ['lmdb', 'memory'], text: 'is for PostgreSQL alone' }],
])
