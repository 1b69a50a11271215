/** A line of shell that nests folders deeper than a path can be long, and goes on where it began. */
export const NEST_DEEP = `(name=$(printf '%0200d' 0); for n in $(seq 22); do mkdir $name; cd -P $name; touch x; done)`;
