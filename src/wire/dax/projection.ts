/** The projection of a request: its paths, and what asks the operation for them. */
import type { DocumentPath } from '../../model/document-path.js'
import { documentPathText, readPaths } from './expression-tree.js'
import { Placeholders } from './placeholders.js'

export interface ReadProjection {
  readonly paths: readonly DocumentPath[]
  readonly parameters: {
    readonly ProjectionExpression: string
    readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  }
}

/** If other expressions are in the same input, they share their placeholders with it. */
export function readProjection(
  bytes: Buffer | undefined,
  placeholders = new Placeholders(),
): ReadProjection | undefined {
  if (bytes === undefined) return undefined
  const paths = readPaths(bytes)
  const text = paths.map((path) => documentPathText(path, placeholders)).join(',')
  const { ExpressionAttributeNames: names } = placeholders.parameters
  const parameters = {
    ProjectionExpression: text,
    ...(names && { ExpressionAttributeNames: names }),
  }
  return { paths, parameters }
}
