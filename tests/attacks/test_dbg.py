from tests.attacks.test_command_line import *
def test_x(tmp_path):
    shell=make_shell(tmp_path); w=Watch(); texts=list(w.texts("l")); shell.run("init","--person","ana")
    L=[l for t in texts for l in lines_with(t)]
    for l,s in zip(L,shell.run_each(*L)):
        if w.found_in(s.out): print("@@",l[:4], s.out[:80].replace("\n"," "),"...",s.out[-160:].replace("\n"," "))
    assert 0
