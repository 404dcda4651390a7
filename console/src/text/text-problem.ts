/** Something wrong with a part of a text: from one offset up to another. */
export interface TextProblem {
  readonly from: number
  readonly to: number
  readonly message: string
  readonly severity?: 'error' | 'warning'
}
