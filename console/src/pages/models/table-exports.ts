/** Every form that a model can be had in: those of the model itself, and its tables as code. */
import { templateOf } from '../../code/cloudformation.js'
import { terraformOf } from '../../code/terraform.js'
import { createTableInputOf } from '../../modelling/create-table-input.js'
import type { DataModel, ModelTable } from '../../modelling/data-model.js'
import { type ModelExport, modelExports } from '../../modelling/model-exports.js'

export const everyModelExport: readonly ModelExport[] = [
  ...modelExports.slice(0, -2),
  {
    id: 'cloudformation',
    label: 'CloudFormation',
    ending: '.template.json',
    mediaType: 'application/json',
    textOf: cloudFormationOf,
  },
  {
    id: 'terraform',
    label: 'Terraform',
    ending: '.tf',
    mediaType: 'text/plain',
    textOf: (model) => model.tables.map((table) => terraformOf(settingsOf(table))).join('\n'),
  },
  ...modelExports.slice(-2),
]

function settingsOf(table: ModelTable) {
  return { create: createTableInputOf(table), ttlAttribute: table.ttlAttribute }
}

function cloudFormationOf(model: DataModel): string {
  const templates = model.tables.map((table) => templateOf(settingsOf(table)))
  const resources = templates.map(({ Resources }) => Resources as object)
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    ...(model.description === '' ? {} : { Description: model.description }),
    Resources: Object.assign({}, ...resources) as object,
  }
  return `${JSON.stringify(template, null, 2)}\n`
}
