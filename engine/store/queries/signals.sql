-- Contributions to the expected tool that differ between two runs, largest change first.
with proof as (
    select
        candidates.run, result.case_id,
        {
            seed: seed, dense: dense, graph: graph, learning: learning,
            name_match: name_match, action_match: action_match, resource_match: resource_match,
            module_match: module_match, shape_match: shape_match,
            contract_match: contract_match, graph_expansion: graph_expansion, history: history
        } as signals
    from case_results as result
    join candidates on candidates.run = result.run and candidates.place = result.place
    where result.run in ($base, $run)
      -- the tool that holds the rank (it may be an alternative), or the one kept below the cut-off
      and candidates.below_cutoff = (result.rank is null)
      and candidates.rank = coalesce(result.rank, candidates.rank)
),
changes as (
    select
        now.case_id,
        unnest([
            {signal: 'seed', base: base.signals.seed, run: now.signals.seed},
            {signal: 'dense', base: base.signals.dense, run: now.signals.dense},
            {signal: 'graph', base: base.signals.graph, run: now.signals.graph},
            {signal: 'learning', base: base.signals.learning, run: now.signals.learning},
            {signal: 'name_match', base: base.signals.name_match, run: now.signals.name_match},
            {signal: 'action_match', base: base.signals.action_match,
             run: now.signals.action_match},
            {signal: 'resource_match', base: base.signals.resource_match,
             run: now.signals.resource_match},
            {signal: 'module_match', base: base.signals.module_match,
             run: now.signals.module_match},
            {signal: 'shape_match', base: base.signals.shape_match,
             run: now.signals.shape_match},
            {signal: 'contract_match', base: base.signals.contract_match,
             run: now.signals.contract_match},
            {signal: 'graph_expansion', base: base.signals.graph_expansion,
             run: now.signals.graph_expansion},
            {signal: 'history', base: base.signals.history, run: now.signals.history}
        ]) as change
    from proof as now
    join proof as base on base.case_id = now.case_id and base.run = $base
    where now.run = $run and now.signals is distinct from base.signals
)
select
    case_id,
    list(change order by abs(change.run - change.base) desc, change.signal) as signals
from changes
where change.base <> change.run
group by case_id
