/**
 * The relation of each space, as far as this server knows.
 *
 * What is cached may be stale, as other servers create and drop spaces too. A missing relation is
 * noticed when it is used, and the cache is then cleared. Ids are never reused, so a relation never
 * becomes that of another space.
 */
import { spaceCacheEntriesMax } from '../limits.js'
import { type LabelledSpace, type SpaceId, systemSpace } from '../../engine.js'
import type { Spaces } from '../../requirements.js'
import type { Schema } from './schema.js'
import {
  SqlParameters,
  readFlag,
  readNumber,
  readText,
  type SqlRow,
  type SqlStatement,
} from '../connection/sql-text.js'

export class PostgresSpaceDirectory implements Spaces {
  readonly #schema: Schema
  readonly #run: (statement: SqlStatement) => Promise<readonly SqlRow[]>
  readonly #relations = new Map<SpaceId, string>()
  readonly #dropped = new Set<SpaceId>()

  constructor(schema: Schema, run: (statement: SqlStatement) => Promise<readonly SqlRow[]>) {
    this.#schema = schema
    this.#run = run
    this.#relations.set(systemSpace, schema.system)
  }

  has(space: SpaceId): boolean {
    return this.#relations.has(space)
  }

  wasDropped(space: SpaceId): boolean {
    return this.#dropped.has(space)
  }

  /** The relation of an existing space, quoted. */
  relationOf(space: SpaceId): string | undefined {
    return this.#relations.get(space)
  }

  /** Looks up the spaces that are not cached. Returns undefined instead of a promise if all are. */
  find(spaces: Iterable<SpaceId>): Promise<void> | undefined {
    const unknown = [...new Set(spaces)].filter((space) => !this.#relations.has(space))
    return unknown.length === 0 ? undefined : this.#load(unknown)
  }

  async #load(unknown: readonly SpaceId[]): Promise<void> {
    const parameters = new SqlParameters()
    // A number that cannot be an id is not looked up: no such space exists.
    const ids = parameters.bigintList(unknown.filter((space) => Number.isSafeInteger(space)))
    const text = `SELECT id, relation, dropped FROM ${this.#schema.spaces} WHERE id = ANY(${ids})`
    for (const [id, relation, dropped] of await this.#run({ text, parameters: parameters.list })) {
      if (readFlag(dropped)) this.drop(readNumber(id))
      else this.add(readNumber(id), readText(relation))
    }
  }

  /** Every existing space, in the order of ids. */
  async labelled(): Promise<readonly LabelledSpace[]> {
    const text = `SELECT id, label FROM ${this.#schema.spaces} WHERE NOT dropped ORDER BY id`
    const rows = await this.#run({ text, parameters: [] })
    return rows.map(([id, label]) => ({ space: readNumber(id), label: readText(label) }))
  }

  add(space: SpaceId, relationName: string): void {
    if (this.#relations.size >= spaceCacheEntriesMax) this.forgetAll()
    this.#relations.set(space, this.#schema.relation(relationName))
  }

  drop(space: SpaceId): void {
    if (this.#dropped.size >= spaceCacheEntriesMax) this.#dropped.clear()
    this.#relations.delete(space)
    this.#dropped.add(space)
  }

  forgetAll(): void {
    this.#relations.clear()
    this.#relations.set(systemSpace, this.#schema.system)
  }
}
