/** The languages that a table can be printed in. */
import { cloudFormationJson, cloudFormationYaml } from './cloudformation.js'
import type { CodePlace } from './request.js'
import { tableCli } from './table-cli.js'
import type { TableSettings } from './table-settings.js'
import { terraformOf } from './terraform.js'

export interface TableCode {
  readonly id: string
  readonly label: string
  readonly text: string
}

export function tableCodes(settings: TableSettings, place: CodePlace): readonly TableCode[] {
  return [
    { id: 'json', label: 'CreateTable', text: JSON.stringify(settings.create, null, 2) },
    { id: 'cfn-yaml', label: 'CloudFormation', text: cloudFormationYaml(settings) },
    { id: 'cfn-json', label: 'CloudFormation JSON', text: cloudFormationJson(settings) },
    { id: 'terraform', label: 'Terraform', text: terraformOf(settings) },
    { id: 'cli', label: 'AWS CLI', text: tableCli(settings, place) },
  ]
}
