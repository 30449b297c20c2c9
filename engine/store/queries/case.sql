select result.*, evidence.* exclude (run, place)
from case_results as result
join case_evidence as evidence using (run, place)
where result.run = $run and result.case_id = $case_id
