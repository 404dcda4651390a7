/** What deployments are told about each other. */
import type { Operation } from '../operation.js'
import { createLink } from './create-link.js'
import { deleteLink } from './delete-link.js'
import { describeDeployment } from './describe-deployment.js'
import { listLinks } from './list-links.js'

export const linkOperations: readonly Operation[] = [
  createLink,
  deleteLink,
  describeDeployment,
  listLinks,
]
