// Games between the engine and GNU Go, led by @sabaki/gtp as a graphical client does it.
//
//     node games.js RETROGRADE GNUGO
//
// On 3x3 the engine plays either colour from openings of which the value is known, and gets that. Where
// it may not search it has to refuse values that are open, on 4x4 too, and on 5x5, which it does not
// search at all, to say which table is missing. On 4x4 GNU Go then plays both sides, and the engine has to
// agree on every move and on the score. Ends with status 1 at the first thing that is wrong.

import assert from "node:assert/strict";
import process from "node:process";
import gtp from "@sabaki/gtp";

const { Controller } = gtp;
const [retrograde, gnugo] = process.argv.slice(2);
const MOST_TURNS = 200;

// Openings on 3x3, and their values.
const OPENINGS = [
  { line: [], value: [9, 9] },
  { line: ["B2"], value: [9, 9] },
  { line: ["B2", "A1"], value: [9, 9] },
  { line: ["pass", "B2", "A1"], value: [-9, -9] },
  { line: ["A1"], value: [-9, -9] },
];

/** Asks one engine; fails where it fails. */
async function ask(engine, name, ...args) {
  const response = await engine.sendCommand({ name, args });
  assert.equal(response.error, false, `${name} ${args.join(" ")}: ${response.content}`);
  return response.content.trim();
}

/** The reason why an engine refuses a command. */
async function refusal(engine, name, ...args) {
  const response = await engine.sendCommand({ name, args });
  assert.equal(response.error, true, `${name} ${args.join(" ")} gave ${response.content}`);
  return response.content;
}

async function ready(engines, size, moves) {
  for (const engine of engines) {
    await ask(engine, "boardsize", size);
    await ask(engine, "clear_board");
    await ask(engine, "komi", 0);
    for (const [colour, vertex] of moves) await ask(engine, "play", colour, vertex);
  }
}

/** Lets two players move in turn until both have passed. GNU Go knows no superko: a move of it that
 * the rules forbid is taken back, and it passes instead. Gives the number of turns. */
async function game(players, colour, referee) {
  let passes = 0;
  let turns = 0;
  while (passes < 2) {
    assert.ok(turns < MOST_TURNS, "games end");
    const player = players[colour];
    let vertex = await ask(player, "genmove", colour);
    if (vertex.toLowerCase() === "resign") return { turns, resigned: colour };
    const others = [...new Set([players.b, players.w, referee])].filter((engine) => engine !== player);
    for (const other of others) {
      const response = await other.sendCommand({ name: "play", args: [colour, vertex] });
      if (!response.error) continue;
      assert.equal(response.content, "illegal move");
      assert.equal(other, referee, `GNU Go refuses ${colour} ${vertex}`);
      await ask(player, "undo");
      vertex = "pass";
      await ask(player, "play", colour, vertex);
      await ask(referee, "play", colour, vertex);
    }
    passes = vertex.toLowerCase() === "pass" ? passes + 1 : 0;
    colour = colour === "b" ? "w" : "b";
    turns += 1;
  }
  return { turns };
}

/** The stones of an engine, as a sorted list. */
async function stones(engine, colour) {
  return (await ask(engine, "list_stones", colour)).split(/\s+/).filter(Boolean).sort();
}

async function solved(engine, other) {
  for (const { line, value } of OPENINGS) {
    const moves = line.map((vertex, turn) => [turn % 2 === 0 ? "b" : "w", vertex]);
    const toMove = moves.length % 2 === 0 ? "b" : "w";
    for (const colour of ["b", "w"]) {
      await ready([engine, other], 3, moves);
      const players = colour === "b" ? { b: engine, w: other } : { b: other, w: engine };
      const { turns, resigned } = await game(players, toMove, engine);
      const score = await ask(engine, "final_score");
      const points = score === "0" ? 0 : Number(score.slice(2)) * (score[0] === "B" ? 1 : -1);
      const enough = colour === "b" ? points >= value[0] : points <= value[1];
      const name = `3x3 after ${line.join(" ") || "nothing"}, engine ${colour}`;
      assert.ok(resigned === undefined, `${name}: ${resigned} has resigned`);
      assert.ok(enough, `${name}: ${score}, value ${value.join(" to ")}`);
      console.log(`${name}: ${score} after ${turns} turns, value ${value.join(" to ")}`);
    }
  }
}

async function referee(engine, other) {
  await ready([engine], 5, []);
  assert.match(await refusal(engine, "genmove", "b"), /5x5.*go build 5x5/);
  await ready([engine, other], 4, []);
  assert.match(await refusal(engine, "genmove", "b"), /the value is open: a search came to .* for Black/);
  const { turns } = await game({ b: other, w: other }, "b", engine);
  const alive = (await ask(engine, "final_status_list", "alive")).split(/\s+/).filter(Boolean).sort();
  assert.deepEqual(alive, [...(await stones(other, "black")), ...(await stones(other, "white"))].sort());
  console.log(`4x4: ${turns} turns of GNU Go followed, ${await ask(engine, "final_score")}`);
}

const engine = new Controller(retrograde, ["gtp"]);
const strict = new Controller(retrograde, ["gtp", "--nodes", "0"]);
const options = ["--level", "1", "--chinese-rules", "--seed", "1", "--never-resign", "--allow-suicide"];
const other = new Controller(gnugo, ["--mode", "gtp", ...options]);
const all = [engine, strict, other];
for (const one of all) one.start();
try {
  assert.equal(await ask(engine, "protocol_version"), "2");
  await ready([strict], 3, []);
  assert.match(await refusal(strict, "genmove", "b"), /the value is open: a search came to .* for Black/);
  await ready([strict], 3, [["b", "B2"], ["w", "A1"]]);
  await ask(strict, "genmove", "b");
  await solved(engine, other);
  await referee(strict, other);
} finally {
  await Promise.all(all.map((one) => one.stop()));
}
