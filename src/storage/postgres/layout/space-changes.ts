/**
 * Creates and drops spaces within a transaction, and later drops the relations of dropped spaces.
 *
 * A space is gone with the commit that marks it as dropped. Its relation is dropped afterwards,
 * because some databases commit whenever they drop something; relations left by a crash are found
 * at the next start.
 */
import type { SpaceId } from '../../engine.js'
import type { Backend } from '../backend.js'
import type { Changes } from '../write/folded-mutations.js'
import { conflict } from '../connection/failures.js'
import type { Schema } from './schema.js'
import {
  type RunStatement,
  SqlParameters,
  readNumber,
  readText,
  relationNameOf,
} from '../connection/sql-text.js'

export function relationNames(created: Changes['created']): ReadonlyMap<SpaceId, string> {
  return new Map([...created].map(([space, label]) => [space, relationNameOf(label, space)]))
}

export async function createRelations(
  { created, dropped }: Changes,
  schema: Schema,
  run: RunStatement,
): Promise<void> {
  for (const [space, label] of created) {
    const name = relationNameOf(label, space)
    const added = await run({
      text:
        `INSERT INTO ${schema.spaces} (id, label, relation, dropped) VALUES ($1, $2, $3, false) ` +
        `ON CONFLICT (id) DO NOTHING RETURNING 1`,
      parameters: [space, label, name],
    })
    // Another server has just taken the same id.
    if (added.length === 0) throw conflict()
    if (dropped.has(space)) continue
    await run({ text: schema.createSpaceRelation(schema.relation(name)), parameters: [] })
  }
}

export async function markSpacesDropped(
  { created, dropped }: Changes,
  { schema, dialect, directory }: Backend,
  run: RunStatement,
): Promise<void> {
  if (dropped.size === 0) return
  const spaces = [...dropped].sort((a, b) => a - b)
  // Current writers of these spaces finish first, and later ones find their guard broken.
  const existing = spaces.filter((space) => !created.has(space))
  const relations = existing.flatMap((space) => directory.relationOf(space) ?? [])
  for (const text of dialect.lockRelations(relations)) await run({ text, parameters: [] })
  const parameters = new SqlParameters()
  const ids = parameters.bigintList(spaces)
  const statements = [
    `UPDATE ${schema.spaces} SET dropped = true WHERE id = ANY(${ids})`,
    `DELETE FROM ${schema.tallies} WHERE space = ANY(${ids})`,
    `DELETE FROM ${schema.logs} WHERE space = ANY(${ids})`,
  ]
  for (const text of statements) await run({ text, parameters: parameters.list })
}

/** Drops the relations of dropped spaces. */
export class Reclaimer {
  readonly #backend: Backend
  #running: Promise<void> | undefined
  #again = false

  constructor(backend: Backend) {
    this.#backend = backend
  }

  wake(): void {
    if (this.#running !== undefined) {
      this.#again = true
      return
    }
    this.#running = this.#reclaim().finally(() => {
      this.#running = undefined
      if (this.#again) this.wake()
    })
  }

  /** Resolves when nothing is being dropped. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  async #reclaim(): Promise<void> {
    this.#again = false
    try {
      const { schema } = this.#backend
      const rows = await this.#backend.read({
        text: `SELECT id, relation FROM ${schema.spaces} WHERE dropped AND relation IS NOT NULL`,
        parameters: [],
      })
      for (const [id, name] of rows) await this.#drop(readNumber(id), readText(name))
    } catch {
      // A reader still uses it, or the database cannot be reached: it is retried later.
    }
  }

  #drop(space: SpaceId, name: string): Promise<void> {
    const { schema } = this.#backend
    return this.#backend.write(async (run) => {
      await run({ text: `DROP TABLE IF EXISTS ${schema.relation(name)}`, parameters: [] })
      await run({
        text: `UPDATE ${schema.spaces} SET relation = NULL WHERE id = $1`,
        parameters: [space],
      })
    })
  }
}
