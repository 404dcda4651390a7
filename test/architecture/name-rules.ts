/**
 * A name means one thing wherever it is visible: no file could import two different things under
 * one name.
 *
 * What a folder exports is visible to itself and the rows above; what is in a private subfolder,
 * only to the rest of its folder. Siblings that no file can import together, such as two engines or
 * two services, may use the same names for their corresponding parts.
 */
import { isPublic, rowOf, type Layers } from './import-rules.js'
import type { SourceFile } from './source-file.js'

export function nameFaults(files: readonly SourceFile[], layers: Layers): readonly string[] {
  const places = new Map<string, string[]>()
  for (const file of files) {
    for (const name of new Set(file.exportedNames)) {
      places.set(name, [...(places.get(name) ?? []), file.path])
    }
  }
  return [...places].flatMap(([name, paths]) =>
    pairsOf(paths)
      .filter(([a, b]) => canMeet(a, b, layers))
      .map(([a, b]) => `${name} is exported by ${a} and by ${b}`),
  )
}

function canMeet(a: string, b: string, layers: Layers): boolean {
  const [top, other] = [topOf(a), topOf(b)]
  if (top === other) return isPublic(a, layers) || isPublic(b, layers) || areNested(a, b)
  const [upper, lower] = rowOf(top, layers) > rowOf(other, layers) ? [a, b] : [b, a]
  if (isPublic(upper, layers)) return isPublic(lower, layers)
  // A private file of the upper folder can import whatever the lower one exports.
  return isPublic(lower, layers) && rowOf(topOf(upper), layers) > rowOf(topOf(lower), layers)
}

/** Whether one file is in the folder of the other, or below it. */
function areNested(a: string, b: string): boolean {
  const [folder, other] = [folderOf(a), folderOf(b)]
  return folder.startsWith(other) || other.startsWith(folder)
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

function topOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function pairsOf(paths: readonly string[]): readonly (readonly [string, string])[] {
  return paths.flatMap((a, i) => paths.slice(i + 1).map((b) => [a, b] as const))
}
