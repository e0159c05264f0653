#!/usr/bin/env bash
# Fetches the reports of earlier runs of the default branch BRANCH of REPOSITORY: history.sh ARTIFACT FOLDER
# Leaves FOLDER empty where there are none yet; anything else that goes wrong ends with an error.
set -euo pipefail
artifact=$1 folder=$2
mkdir -p "$folder"
if ! command -v gh >/dev/null; then
  echo "found no 'gh', expected GitHub's command line; run the job on an image of GitHub, or install gh first" >&2
  exit 1
fi
# The newest comes first. A run for a fork has a branch of the same name, but another head repository.
newest='[.artifacts[] | select(.expired | not) | select(.workflow_run.head_branch == env.BRANCH)
  | select(.workflow_run.head_repository_id == .workflow_run.repository_id)] | .[0].workflow_run.id // empty'
run=$(gh api "repos/$REPOSITORY/actions/artifacts?name=$artifact&per_page=100" --jq "$newest")
if [ -z "$run" ]; then
  echo "no run of $BRANCH has left an artifact '$artifact' yet"
  exit
fi
gh run download "$run" --repo "$REPOSITORY" --name "$artifact" --dir "$folder"
echo "history of $BRANCH: run $run, reports: $(find "$folder" -name '*.json' | wc -l)"
