/** Runs Terraform in a folder of its own. */
import { execFile } from 'node:child_process'

const commandDurationMsMax = 300_000
/** What `plan -detailed-exitcode` exits with if something would change. */
const differs = 2

export type Terraform = (...args: readonly string[]) => Promise<void>

export function terraformIn(cwd: string, program: string, env: NodeJS.ProcessEnv): Terraform {
  const own = { ...env, TF_IN_AUTOMATION: '1', TF_INPUT: '0', CHECKPOINT_DISABLE: '1' }
  const options = { cwd, env: { ...own, TF_CLI_CONFIG_FILE: '' }, timeout: commandDurationMsMax }
  return (...args) =>
    new Promise((resolve, reject) => {
      const child = execFile(program, [...args, '-no-color'], options, (error, stdout, stderr) => {
        if (error === null) resolve()
        else if (child.exitCode === differs) reject(new Error(`it would change:\n${stdout}`))
        else reject(new Error(stderr.trim() || error.message))
      })
    })
}
