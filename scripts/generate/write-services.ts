/** Writes the file that lists every service: its model as data, its operations as types. */
import { header } from './header.js'
import { modelName, operationsName } from './names.js'

export function writeServices(ids: readonly string[]): string {
  return [
    ...header,
    "import type { Qualified } from '../qualified.js'",
    ...ids.flatMap((id) => [
      `import { ${modelName(id)} } from './${id}-model.js'`,
      `import type { ${operationsName(id)} } from './${id}-types.js'`,
    ]),
    '',
    'export const serviceModels = {',
    ...ids.map((id) => `  '${id}': ${modelName(id)},`),
    '} as const',
    '',
    '/** The input and output of each operation of each service, by `service.Operation`. */',
    `export interface Operations extends ${ids.map(qualified).join(', ')} {}`,
    '',
  ].join('\n')
}

function qualified(id: string): string {
  return `Qualified<'${id}', ${operationsName(id)}>`
}
