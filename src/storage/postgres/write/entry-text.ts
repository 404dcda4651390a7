/**
 * The SQL that writes entries of one relation. Each text is one part of the statement of
 * `write-plan.ts`; with a gate, it does nothing unless the gate is true.
 */
import type { Seen } from '../read/read-answer.js'
import type { SqlParameters } from '../connection/sql-text.js'
import type { EntryChange } from './folded-mutations.js'

export class EntryText {
  readonly #parameters: SqlParameters
  readonly #version: string

  constructor(parameters: SqlParameters, version: string) {
    this.#parameters = parameters
    this.#version = version
  }

  set({ value, weight }: EntryChange): string {
    const p = this.#parameters
    const version = p.bigint(this.#version)
    return `value = ${p.bytes(value!)}, ver = ${version}, weight = ${p.bigint(weight)}`
  }

  same({ key, version }: Seen): string {
    return `r.key = ${this.#parameters.bytes(key)} AND r.ver = ${this.#parameters.bigint(version!)}`
  }

  versions(seen: readonly Seen[]): string {
    const keys = this.#parameters.bytesList(seen.map(({ key }) => key))
    const versions = this.#parameters.bigintList(seen.map(({ version }) => version!))
    return `unnest(${keys}, ${versions}) AS d (key, old)`
  }

  insertOne(
    relation: string,
    { key, value, weight }: EntryChange,
    gate: string | undefined,
  ): string {
    const p = this.#parameters
    return (
      `INSERT INTO ${relation} AS r (key, value, ver, weight) SELECT ${p.bytes(key)}, ` +
      `${p.bytes(value!)}, ${p.bigint(this.#version)}, ${p.bigint(weight)}${where(gate)}`
    )
  }

  insertMany(relation: string, changes: readonly EntryChange[], gate: string | undefined): string {
    if (changes.length === 1) return this.insertOne(relation, changes[0]!, gate)
    const source = this.#changeRows(changes)
    return (
      `INSERT INTO ${relation} AS r (key, value, ver, weight) SELECT d.key, d.value, ` +
      `${this.#parameters.bigint(this.#version)}, d.weight FROM ${source}${where(gate)} ORDER BY d.key`
    )
  }

  updateMany(relation: string, changes: readonly EntryChange[], gate: string | undefined): string {
    const source = this.#changeRows(changes)
    const version = this.#parameters.bigint(this.#version)
    return (
      `UPDATE ${relation} AS r SET value = d.value, ver = ${version}, weight = d.weight ` +
      `FROM ${source} WHERE r.key = d.key${gate === undefined ? '' : ` AND ${gate}`} RETURNING 1`
    )
  }

  deleteMany(relation: string, changes: readonly EntryChange[], gate: string | undefined): string {
    const [only] = changes
    const keys = changes.map(({ key }) => key)
    const condition =
      changes.length === 1
        ? `r.key = ${this.#parameters.bytes(only!.key)}`
        : `r.key = ANY(${this.#parameters.bytesList(keys)})`
    return `DELETE FROM ${relation} AS r WHERE ${condition}${gate === undefined ? '' : ` AND ${gate}`} RETURNING 1`
  }

  #changeRows(changes: readonly EntryChange[]): string {
    const p = this.#parameters
    const keys = p.bytesList(changes.map(({ key }) => key))
    const values = p.bytesList(changes.map(({ value }) => value!))
    const weights = p.bigintList(changes.map(({ weight }) => weight))
    return `unnest(${keys}, ${values}, ${weights}) AS d (key, value, weight)`
  }
}

export function where(gate: string | undefined): string {
  return gate === undefined ? '' : ` WHERE ${gate}`
}
