/** The forms that a model can be had in, each as a file. */
import { aggregatePicture } from './aggregate-picture.js'
import type { DataModel } from './data-model.js'
import { electrodbCode } from './electrodb-code.js'
import { markdownOf } from './markdown-document.js'
import { onetableCode } from './onetable-code.js'
import { toolboxCode } from './toolbox-code.js'
import { writeWorkbench } from './write-workbench.js'

export interface ModelExport {
  readonly id: string
  readonly label: string
  /** What follows the model's name in the name of the file. */
  readonly ending: string
  readonly mediaType: string
  readonly textOf: (model: DataModel) => string
}

export const modelExports: readonly ModelExport[] = [
  {
    id: 'workbench',
    label: 'NoSQL Workbench',
    ending: '.json',
    mediaType: 'application/json',
    textOf: (model) => writeWorkbench(model, { strict: false }),
  },
  {
    id: 'workbench-strict',
    label: 'NoSQL Workbench (strict)',
    ending: '.strict.json',
    mediaType: 'application/json',
    textOf: (model) => writeWorkbench(model, { strict: true }),
  },
  {
    id: 'electrodb',
    label: 'ElectroDB',
    ending: '.electrodb.js',
    mediaType: 'text/javascript',
    textOf: electrodbCode,
  },
  {
    id: 'onetable',
    label: 'OneTable',
    ending: '.onetable.js',
    mediaType: 'text/javascript',
    textOf: onetableCode,
  },
  {
    id: 'toolbox',
    label: 'DynamoDB-Toolbox',
    ending: '.toolbox.js',
    mediaType: 'text/javascript',
    textOf: toolboxCode,
  },
  {
    id: 'markdown',
    label: 'Markdown',
    ending: '.md',
    mediaType: 'text/markdown',
    textOf: markdownOf,
  },
  {
    id: 'svg',
    label: 'Picture (SVG)',
    ending: '.svg',
    mediaType: 'image/svg+xml',
    textOf: aggregatePicture,
  },
]
