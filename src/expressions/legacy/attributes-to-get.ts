/** AttributesToGet: whole attributes by name, each once. */
import { checkAttributeName } from '../../model/attribute-name.js'
import { invalidParameter } from '../../model/errors.js'
import type { Projection } from '../project.js'

export function readAttributesToGet(names: readonly string[]): Projection {
  const seen = new Set<string>()
  for (const name of names) {
    checkAttributeName(name)
    if (seen.has(name)) throw invalidParameter(`Duplicate value in attribute name: ${name}`)
    seen.add(name)
  }
  return { paths: names.map((name) => [name] as const) }
}
