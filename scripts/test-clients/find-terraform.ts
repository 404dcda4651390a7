/**
 * Terraform and its AWS provider, which neither npm nor Debian's packages have: only used where the
 * machine has both.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface TerraformProgram {
  readonly program: string
  /** The folder that has the AWS provider. */
  readonly plugins: string
}

const programs = ['terraform', 'tofu']
const providers = [
  'registry.terraform.io/hashicorp/aws',
  'registry.opentofu.org/hashicorp/aws',
] as const

/** Where Terraform itself looks, and where images for CI keep it. */
const pluginFolders = [
  process.env['TF_PLUGIN_DIR'],
  join(homedir(), '.terraform.d', 'plugins'),
  '/usr/local/share/terraform/plugins',
  '/usr/share/terraform/plugins',
  '/opt/tf-plugins',
]

/** Either what was found, or one line that says what is missing. */
export function findTerraform(): TerraformProgram | { readonly fault: string } {
  const program = programs.find(
    (name) => spawnSync(name, ['version'], { stdio: 'ignore' }).status === 0,
  )
  if (program === undefined) return { fault: 'Terraform is not installed' }
  const hasProvider = (folder: string) => providers.some((name) => existsSync(join(folder, name)))
  const plugins = pluginFolders.filter((folder) => folder !== undefined).find(hasProvider)
  if (plugins !== undefined) return { program, plugins }
  return { fault: 'the AWS provider is not installed; TF_PLUGIN_DIR can name the folder it is in' }
}
