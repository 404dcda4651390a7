import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { DataModel } from '../../modelling/data-model.js'
import { paths } from '../../routes/paths.js'
import { useNavigate } from '../../routes/place.js'
import { findModel, listModels, newModelId, removeModel, saveModel } from './model-store.js'

export function useModels() {
  return useQuery({ queryKey: ['models'], queryFn: listModels, staleTime: 0 })
}

export function useStoredModel(id: string) {
  return useQuery({
    queryKey: ['models', id],
    queryFn: async () => (await findModel(id)) ?? null,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Keeps a new model and opens it. */
export function useAddModel(): (model: DataModel) => Promise<void> {
  const navigate = useNavigate()
  return useCallback(
    async (model) => {
      const id = newModelId()
      await saveModel(id, model)
      navigate(paths.model(id))
    },
    [navigate],
  )
}

export function useRemoveModel(): (id: string) => Promise<void> {
  const queries = useQueryClient()
  return async (id) => {
    await removeModel(id)
    await queries.invalidateQueries({ queryKey: ['models'] })
  }
}
