// A circuit, what a checker says about it and about its faults, where its rows are spent, and the size of its shape.
#include <cstdio>
#include <string>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/gadget/word.hpp>

using F = lucid::bls12_381::scalar;

// "I know an age of at least 18 whose pseudonym, (age + salt)³, is public." Whoever wants to lie may set `wrong_cube`.
struct of_age {
  unsigned age = 0;  // secrets; not looked at when only the shape is built
  F salt{};
  bool wrong_cube = false;

  void operator()(lucid::constraint_system auto& cs) const {
    auto const years = lucid::witness_word<8>(cs, age);
    {
      auto const scope = cs.enter("of age");
      // years − 18 has no sign bit: it is written with 7 bits, which are never used again.
      static_cast<void>(lucid::to_bits<7>(cs, years - F{18} * lucid::one));
    }
    auto const scope = cs.enter("pseudonym");
    auto const s = lucid::witness_number(cs, salt);
    auto const x = lucid::number_of(cs, years + s);
    auto const square = lucid::squared(cs, x);
    // A variable and its row, by hand: whatever the witness claims, the row says square · x = cube.
    F const honest = square.value() * x.value();
    auto const cube = lucid::input_number(cs, wrong_cube ? honest + F{1} : honest);
    cs.enforce(square, x, cube);
  }
};

// Forgets to use what it has declared.
struct forgetful {
  void operator()(lucid::constraint_system auto& cs) const {
    static_cast<void>(lucid::input_number(cs, F{7}));
    auto const scope = cs.enter("notes", 3);
    static_cast<void>(lucid::witness_number(cs, F{8}));
  }
};

template <class Circuit>
bool report(char const* title, Circuit const& circuit) {
  lucid::checker<F> const checked{circuit};
  std::printf("%s\n%s\n", title, checked.report().c_str());
  return checked.is_satisfied();
}

int main() {
  of_age const adult{42, F{1000}};
  bool const honest = report("age 42:", adult);
  bool const young = report("age 17:", of_age{17, F{1000}});
  bool const forged = report("age 42, another pseudonym:", of_age{42, F{1000}, true});
  report("a forgetful circuit:", forgetful{});
  std::printf("%s\n", lucid::census_of<F>(of_age{}).text().c_str());

  // The shape never looks at secrets, so one shape serves all of them; with it, a witness is computed without a look at the rows.
  auto const exec = lucid::cpu::seq;
  auto const shape = lucid::shape_of<F>(exec, of_age{});
  auto const z = lucid::assign(exec, shape, adult);
  std::printf("%zu constraints, %zu variables, %zu public; %zu + %zu + %zu terms with %zu distinct coefficients\n", shape.constraints(),
              shape.variables(), shape.public_inputs(), shape.a().terms(), shape.b().terms(), shape.c().terms(), shape.dictionary().size());
  std::printf("public: %s\n", lucid::to_decimal(z.inputs()[0].to_integer()).c_str());

  bool const same_shape = shape == lucid::shape_of<F>(exec, adult) && shape.hash() == lucid::checker<F>{adult}.hash();
  bool const right = honest && !young && !forged && same_shape && z.inputs()[0] == F{1042} * F{1042} * F{1042};
  return right ? 0 : 1;
}
