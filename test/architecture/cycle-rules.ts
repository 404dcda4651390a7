/**
 * No import cycles between files: none of the files in one can be read, or moved, without the rest.
 */
import type { SourceFile } from './source-file.js'

/** `allowed` are the starts of paths whose files may form a cycle. */
export function cycleFaults(
  files: readonly SourceFile[],
  allowed: readonly string[],
): readonly string[] {
  const imports = new Map(files.map((file) => [file.path, targetsOf(file)]))
  return circlesIn(imports)
    .filter((circle) => !allowed.some((start) => circle.every((path) => path.startsWith(start))))
    .map((circle) => `an import cycle: ${circle.toSorted().join(', ')}`)
}

function targetsOf(file: SourceFile): readonly string[] {
  return file.imports.flatMap(({ target }) => target ?? [])
}

/** Groups the files that can reach each other; a file that is alone in its group is left out. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[][] {
  const reachable = new Map([...imports.keys()].map((path) => [path, reachedFrom(path, imports)]))
  const circles: string[][] = []
  const seen = new Set<string>()
  for (const [path, reached] of reachable) {
    if (seen.has(path) || !reached.has(path)) continue
    const circle = [...reached].filter((other) => reachable.get(other)?.has(path) === true)
    for (const member of circle) seen.add(member)
    circles.push(circle)
  }
  return circles
}

function reachedFrom(
  start: string,
  imports: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const reached = new Set(imports.get(start))
  // A set may grow during the loop.
  for (const path of reached) for (const target of imports.get(path) ?? []) reached.add(target)
  return reached
}
