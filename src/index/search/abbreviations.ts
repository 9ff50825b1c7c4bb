/** Words that programmers write short: each row is one word, its full form first. */
const rows = `
administrator admin
allocate alloc
application app
argument arg
asynchronous async
attribute attr
authentication auth
authorization auth
benchmark bench
boolean bool
buffer buf
calculate calc
callback cb
certificate cert
character char chr
column col
command cmd
communication comm
configuration config conf cfg
connection conn
context ctx
coordinate coord
current curr cur
database db
declaration decl
decrement dec
definition def
delete del
dependency dep
description desc
destination dest dst
development dev
device dev
difference diff
directory dir
document doc
documentation doc docs
element elem el
environment env
error err
evaluate eval
exception exc
execute exec
expression expr
extension ext
filesystem fs
format fmt
function func fn
generate gen
group grp
hardware hw
identifier ident id
implementation impl
increment inc
index idx
information info
initialize init
initialization init
initialise init
instruction instr
integer int
iterator iter
language lang
length len
library lib
literal lit
management mgmt
manager mgr
maximum max
memory mem
message msg
minimum min
module mod
multiple multi
navigation nav
number num
object obj
operation op
operator op
optimize opt
option opt
original orig
package pkg
parameter param
parenthesis paren
pattern pat
permission perm
pointer ptr
position pos
preference pref
previous prev
process proc
production prod
property prop
protocol proto
prototype proto
pseudo pseud
random rand
receive recv
recursive rec
reference ref
register reg
registry reg
regexp regex re
regular reg
repository repo
request req
response res resp
result res
return ret
second sec
selection sel
sequence seq
server srv
service svc
session sess
specification spec
statement stmt
statistics stats
string str
structure struct
synchronize sync
synchronous sync
system sys
table tbl
temporary temp tmp
text txt
timestamp ts
transaction tx txn
utility util
value val
variable var
vector vec
version ver
window win
`;

/** For a word every other way to write it: "directory" → "dir", "dir" → "directory". */
export function createAbbreviations(): ReadonlyMap<string, readonly string[]> {
  const others = new Map<string, Set<string>>();
  for (const row of rows.trim().split("\n")) {
    const words = row.split(" ");
    for (const word of words) {
      const known = others.get(word) ?? new Set<string>();
      for (const other of words) if (other !== word) known.add(other);
      others.set(word, known);
    }
  }
  return new Map([...others].map(([word, known]) => [word, [...known]]));
}
