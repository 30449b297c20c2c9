-- Contributions to the expected tool in one run, by case; a case without evidence is absent.
select
    result.case_id,
    seed, dense, graph, learning, name_match, action_match, resource_match, module_match,
    shape_match, contract_match, graph_expansion, history
from case_results as result
join candidates on candidates.run = $run and candidates.place = result.place
where result.run = $run
  -- the tool that holds the rank (it may be an alternative), or the one kept below the cut-off
  and candidates.below_cutoff = (result.rank is null)
  and candidates.rank = coalesce(result.rank, candidates.rank)
order by result.place
