/** The flags of commands that ask a running server. */
import type { Flag } from './flags.js'

export const servedFlags: readonly Flag[] = [
  { flag: 'endpoint', placeholder: 'url', help: 'the server (http://127.0.0.1:8000)' },
  {
    flag: 'region',
    placeholder: 'name',
    variable: 'AWS_REGION',
    help: 'the region of the tables (us-east-1)',
  },
]
