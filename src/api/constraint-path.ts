/**
 * Where a value is in an input. Built during the walk and turned into text only if something
 * failed.
 */
export interface Path {
  readonly parent: Path | undefined
  /** A member's name as the model spells it, a list element's number from 1, or a map's key. */
  readonly step: string | number
  readonly kind: 'member' | 'element'
}

export function memberPath(parent: Path | undefined, name: string): Path {
  return { parent, step: name, kind: 'member' }
}

export function elementPath(parent: Path | undefined, step: string | number): Path {
  return { parent, step, kind: 'element' }
}

/** `keySchema.2.member.keyType`. */
export function pathText(path: Path): string {
  return spell(path, uncapitalised)
}

/** `KeySchema.2.member.KeyType`, which some sentences use instead. */
export function capitalPathText(path: Path): string {
  return spell(path, (name) => name)
}

function spell(path: Path, spellMember: (name: string) => string): string {
  const steps: string[] = []
  for (let at: Path | undefined = path; at !== undefined; at = at.parent) {
    steps.push(at.kind === 'element' ? `${at.step}.member` : spellMember(String(at.step)))
  }
  return steps.reverse().join('.')
}

export function uncapitalised(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
